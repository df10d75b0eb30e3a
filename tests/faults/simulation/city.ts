import type Stripe from "stripe";
import { trusted } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import { offerLink } from "~/bookings/mail/answer-link.server";
import { slotId } from "~/rules/calendar";
import { changeObstacle } from "~/rules/change-of-dates";
import { OPEN_WISHES } from "~/rules/waiting-list";
import { addDays, todayInParis } from "~/platform/days";
import { createPayableVenue, sandbox, untilCertain } from "../../support/payments";
import { createUser } from "../../support/fixtures";
import { cardFields, submit } from "../../support/stripe-journeys";
import { webhookVerifier } from "../../support/stripe-sandbox";
import { SANDBOX_CREDENTIALS } from "../../../scripts/lib/stripe-sandbox.mjs";
import type { Chance } from "./chance";
import { CARDS, NUMBERS, STEPS, WAITS, type Step } from "./odds";
import { Product, type Ending } from "./product";
import type { Outcome } from "./worker";

const BUYERS = 30;
/** Days ahead within which all of them want to rent: few enough to be in each other's way. */
const WINDOW = 40;
const MINUTE = 60_000;
/** Milliseconds into an act within which it is killed. */
const LONGEST_LIFE = 150;

/** Venues, owners and buyers of a town, whose doings chance decides. */
export class City {
  readonly product = new Product();
  readonly #chance: Chance;
  #venues: Venue[] = [];
  #buyers: string[] = [];
  #offsetMs = 0;
  #requests = 0;
  /** Pages of Stripe and of banks that are open in browsers. */
  #pages: string[] = [];
  #disputes: string[] = [];
  #waiting: { raw: string; event: Stripe.Event }[] = [];

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async found(): Promise<void> {
    const terms = [
      { needValidation: false, cancellationPolicy: "modérée" },
      // Free to cancel until the day before, and so to change: what is asked for at owners' often can be.
      { needValidation: true, cancellationPolicy: "souple" },
      { needValidation: true, cancellationPolicy: "stricte" },
      { needValidation: false, cancellationPolicy: "modérée", time: "Half" },
    ] as const;
    for (const fields of terms) this.#venues.push((await createPayableVenue(fields)).venue);
    for (let buyer = 0; buyer < BUYERS; buyer += 1) {
      this.#buyers.push((await createUser())._id.toString());
    }
    await this.product.start();
    await this.product.do("reconcile", this.now);
  }

  get now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /**
   * One step.
   *
   * @returns what came of it, for the log of a run that fails
   */
  async step(step: Step): Promise<Ending[]> {
    const chance = this.#chance;
    switch (step) {
      case "wait":
        await this.wait(chance.one(WAITS)!);
        return [];
      case "crash":
        return await this.product.killAfter(chance.below(LONGEST_LIFE), [this.#act(), this.#act()]);
      case "two":
        return await Promise.all([this.#act(), this.#act()]);
      default:
        return [await this.#do(step)];
    }
  }

  /** So many minutes pass, one at least, here, at Stripe and for the database. */
  async wait(minutes: number): Promise<void> {
    this.#offsetMs += minutes * MINUTE;
    await this.product.endOrphans();
    await sandbox.control("clock", { offsetMs: this.#offsetMs });
  }

  /** Lets everything come to rest: events, deadlines, and what only a job notices. */
  async settle(): Promise<void> {
    await sandbox.control("faults", { nextAnswer: "normal" });
    for (let turn = 0; turn < 3; turn += 1) {
      await untilCertain();
      await sandbox.settled();
      while (await this.#deliver(1)) continue;
      await this.wait(6);
      for (const job of JOBS) await this.product.do(job, this.now);
    }
  }

  /** Something that a person, a job or Stripe does; not time, nor a crash. */
  #act(): Promise<Outcome> {
    const { wait: _wait, crash: _crash, two: _two, ...acts } = STEPS;
    return this.#do(this.#chance.weighed(acts));
  }

  async #do(step: Exclude<Step, "wait" | "crash" | "two">): Promise<Outcome> {
    const { product, now } = this;
    const chance = this.#chance;
    switch (step) {
      case "reserve":
        return await product.do("reserve", now, this.#wish());
      case "payInPage": {
        const paymentMethodId = chance.weighed(CARDS);
        const paid = await product.do("charge", now, { ...this.#wish(), paymentMethodId });
        if ("done" in paid && paid.done.includes("/authenticate/")) this.#pages.push(paid.done);
        return paid;
      }
      case "openHosted": {
        const hold = await this.#reservation("hold");
        if (!hold) return NOTHING;
        const terms = { reservationId: hold._id.toString(), buyerId: hold.userId.toString() };
        const page = await product.do("startPayment", now, terms);
        if ("done" in page && page.done.startsWith("http")) this.#pages.push(page.done);
        return page;
      }
      case "payHosted": {
        const page = chance.one(this.#pages.filter((url) => url.includes("/pay/")));
        if (!page) return NOTHING;
        const { location } = await submit(page, cardFields(chance.weighed(NUMBERS)));
        if (location?.includes("/authenticate/")) this.#pages.push(location);
        return { done: location ?? "refused" };
      }
      case "answerBank": {
        const page = chance.one(this.#pages.filter((url) => url.includes("/authenticate/")));
        if (!page) return NOTHING;
        const decision = chance.next() < 0.7 ? "accept" : "refuse";
        return { done: `${decision}: ${(await submit(page, { decision })).status}` };
      }
      case "comeBack": {
        const one = await this.#reservation();
        if (!one) return NOTHING;
        return await product.do("comeBack", now, { reservationId: one._id.toString() });
      }
      case "webhook":
        return { done: `${await this.#deliver(1)}` };
      case "webhookTwice":
        return { done: `${await this.#deliver(2)}` };
      case "webhookLost":
        return { done: `${await this.#deliver(0)}` };
      case "accept":
      case "refuse": {
        const request = await this.#reservation("pending");
        if (!request) return NOTHING;
        const terms = {
          reservationId: request._id.toString(),
          ownerId: request.ownerId.toString(),
        };
        return await product.do(step, now, terms);
      }
      case "cancelAsBuyer":
      case "cancelAsOwner": {
        const one = await this.#reservation("hold", "pending", "confirmed");
        if (!one) return NOTHING;
        const role = step === "cancelAsBuyer" ? "buyer" : "owner";
        const userId = (role === "buyer" ? one.userId : one.ownerId).toString();
        return await product.do("cancel", now, { reservationId: one._id.toString(), role, userId });
      }
      case "changeDates": {
        const one = await this.#reservation("confirmed");
        if (!one) return NOTHING;
        const { startDate, endDate } = this.#wish();
        const own = { reservationId: one._id.toString(), buyerId: one.userId.toString() };
        return await product.do("changeDates", now, { ...own, startDate, endDate });
      }
      case "lengthen": {
        const one =
          chance.one(await this.#lengthenable()) ?? (await this.#reservation("confirmed"));
        if (!one) return NOTHING;
        const own = { reservationId: one._id.toString(), buyerId: one.userId.toString() };
        const dates = { startDate: one.startDate, endDate: addDays(one.endDate, 1) };
        return await product.do("changeDates", now, { ...own, ...dates });
      }
      case "paySupplement": {
        const holds = await ReservationModel.find({ status: "hold" }).lean();
        const one = chance.one(holds.filter(({ supplementTo }) => supplementTo));
        if (!one) return NOTHING;
        const { _id, venueId, userId, total: expectedTotal } = one;
        const paid = await product.do("chargeHeld", now, {
          ...{ reservationId: _id.toString(), venueId: venueId.toString(), expectedTotal },
          ...{ buyerId: userId.toString(), paymentMethodId: chance.weighed(CARDS) },
        });
        if ("done" in paid && paid.done.includes("/authenticate/")) this.#pages.push(paid.done);
        return paid;
      }
      case "answerChange":
      case "withdrawChange": {
        const changing = { change: trusted({ $exists: true }) };
        const one = chance.one(await ReservationModel.find(changing).lean());
        if (!one) return NOTHING;
        const reservationId = one._id.toString();
        if (step === "withdrawChange") {
          const own = { reservationId, buyerId: one.userId.toString() };
          return await product.do("withdrawChange", now, own);
        }
        const kind = chance.next() < 0.5 ? "accepter" : "refuser";
        const asked = one.change!.at.toISOString();
        const answer = { reservationId, ownerId: one.ownerId.toString(), kind, asked } as const;
        return await product.do("answerChange", now, answer);
      }
      case "leaveWish": {
        const one = await this.#reservation("hold", "pending", "confirmed");
        if (!one) return NOTHING;
        const { startDate, endDate, venueId } = one;
        const days = { ...this.#wish(), startDate, endDate, venueId: venueId.toString() };
        return await product.do("leaveWish", now, days);
      }
      case "takeOffer":
      case "withdrawWish": {
        const states = step === "takeOffer" ? ["offered" as const] : OPEN_WISHES;
        const wish = chance.one(await WishModel.find({ state: trusted({ $in: states }) }).lean());
        if (!wish) return NOTHING;
        const userId = wish.user.toString();
        if (step === "takeOffer") {
          const token = new URL(offerLink(wish)).pathname.slice("/attente/".length);
          return await product.do("takeOffer", now, { token, userId });
        }
        return await product.do("withdrawWish", now, { wishId: wish._id.toString(), userId });
      }
      case "job":
        return await product.do(chance.one(JOBS)!, now);
      case "refundSentBack": {
        const { data } = await sandbox.stripe.refunds.list({ limit: 20 });
        const refund = chance.one(data.filter(({ status }) => status !== "failed"));
        if (!refund) return NOTHING;
        const { status } = await sandbox.control(`refunds/${refund.id}`, { status: "failed" });
        return { done: `${refund.id}: ${status}` };
      }
      case "openDispute": {
        // A bank does not ask what was given back.
        const one = await this.#reservation("confirmed", "ended", "joined", "cancelled");
        if (!one) return NOTHING;
        const terms = { payment_intent: one.paymentIntentId, inquiry: chance.next() < 0.3 };
        const answer = await sandbox.control("disputes", terms);
        if (answer.ok) this.#disputes.push(((await answer.json()) as { id: string }).id);
        return { done: `dispute: ${answer.status}` };
      }
      case "closeDispute": {
        const id = chance.one(this.#disputes);
        if (!id) return NOTHING;
        const status = chance.one(["won", "lost", "warning_closed", "needs_response"])!;
        return {
          done: `${status}: ${(await sandbox.control(`disputes/${id}`, { status })).status}`,
        };
      }
      case "stripeFails": {
        const nextAnswer = chance.one(["lost-after-deed", "500", "500-after-deed"])!;
        const plan = { nextAnswer, method: "POST", times: 1 + chance.below(3) };
        await sandbox.control("faults", plan);
        return { done: nextAnswer };
      }
    }
  }

  /** Some days of some venue that somebody wants. */
  #wish() {
    const chance = this.#chance;
    const startDate = addDays(todayInParis(this.now), 1 + chance.below(WINDOW));
    return {
      venueId: chance.one(this.#venues)!._id.toString(),
      buyerId: chance.one(this.#buyers)!,
      startDate,
      endDate: addDays(startDate, chance.below(3)),
      requestKey: `form-${(this.#requests += 1)}`,
    };
  }

  /** What may have its next day too if its owner says yes, as its buyer sees in the calendar. */
  async #lengthenable(): Promise<Reservation[]> {
    const asking = { status: "confirmed", needValidation: true } as const;
    const confirmed = await ReservationModel.find(asking).sort({ _id: -1 }).lean();
    const taken = new Set(
      (await BookedSlotModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id),
    );
    return confirmed.filter((one) => {
      const next = { day: addDays(one.endDate, 1), slot: "AM" } as const;
      const isFree = !taken.has(slotId(one.venueId.toString(), next));
      return isFree && changeObstacle(one, this.now) === null;
    });
  }

  async #reservation(...states: ReservationState[]): Promise<Reservation | undefined> {
    const some = states.length > 0 ? { status: trusted({ $in: states }) } : {};
    const found = await ReservationModel.find(some).sort({ _id: -1 }).limit(40).lean();
    return this.#chance.one(found);
  }

  /**
   * Takes one of the events that wait, seldom the oldest, and hands it in so many times at once.
   *
   * @returns its type; an empty string when none waits
   */
  async #deliver(times: number): Promise<string> {
    const arrived = sandbox.hooks.received.splice(0);
    this.#waiting.push(...arrived.filter(({ endpoint }) => endpoint === "platform"));
    const place = this.#chance.below(Math.min(this.#waiting.length, 5));
    const [hook] = this.#waiting.splice(place, 1);
    if (!hook) return "";
    const secret = SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET;
    // Signed anew, as Stripe does each time that it sends one.
    const signature = webhookVerifier.webhooks.generateTestHeaderString({
      payload: hook.raw,
      secret,
    });
    const handing = Array.from({ length: times }, () =>
      this.product.do("webhook", this.now, { raw: hook.raw, signature }),
    );
    for (const outcome of await Promise.all(handing)) {
      if ("failed" in outcome) throw new Error(outcome.failed);
    }
    return hook.event.type;
  }
}

const NOTHING: Outcome = { done: "nothing to do" };
const JOBS = [
  "expireHolds",
  "expireRequests",
  "expireChanges",
  "offerWishes",
  "endReservations",
  "reconcile",
] as const;
