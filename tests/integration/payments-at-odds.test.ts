import { sandbox, stored } from "../support/payments";
import { setImmediate } from "node:timers/promises";
import type * as timers from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import Stripe from "stripe";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import type { Venue } from "@models/venue";
import {
  claimAttempt,
  openClaimed,
  payAgainIfAdopted,
} from "~/bookings/payment/claim-attempt.server";
import { env } from "~/platform/env.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { day, now } from "../support/unchanging";
import { StripeEventModel, type StripeEvent } from "@models/stripe-event";
import { PLATFORM_EVENT_TYPES, storeEvent } from "~/payments/receive-event.server";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { UnknownSubject } from "~/payments/missed-events.server";
import { startPayment, withinPress } from "~/bookings/payment/start-payment.server";
import { endSupplements } from "~/bookings/reserve/unpaid-supplements.server";
import { ensureConnectedAccount } from "~/payments/connected-account.server";
import type * as customers from "~/payments/customers.server";
import { ensureCustomer } from "~/payments/customers.server";

/**
 * What becomes of payments that are opened twice, told of by events, or go on though something went wrong. A customer at
 * Stripe is made for real in customers.test.ts; here the instant before one is made is ours.
 */

const { clock } = vi.hoisted(() => ({
  clock: {
    isOurs: false,
    pauses: 0,
    /** What happens in a pause, by its number. */
    during: (_pause: number): Promise<unknown> => Promise.resolve(),
    /** What happens right before a claim is written, by its number. */
    beforeClaim: (_claim: number): Promise<unknown> => Promise.resolve(),
    claims: 0,
  },
}));

vi.mock("node:timers/promises", async (original) => {
  const real = await original<typeof timers>();
  const setTimeout = async (ms: number, ...rest: never[]): Promise<unknown> => {
    if (ms !== 150) return await real.setTimeout(ms, ...rest);
    clock.pauses += 1;
    vi.setSystemTime(Date.now() + ms);
    return await clock.during(clock.pauses);
  };
  return { ...real, default: real, setTimeout };
});

vi.mock("~/payments/customers.server", async (original) => {
  const real = await original<typeof customers>();
  return {
    async ensureCustomer(userId: string) {
      if (!clock.isOurs) return await real.ensureCustomer(userId);
      clock.claims += 1;
      await clock.beforeClaim(clock.claims);
      return "cus_buyer";
    },
  };
});

useDatabase();

/** Who may open a payment, when others open, end or change the same one meanwhile: pause by pause, at a clock of our own. */
describe("who may open a payment", () => {
  let venue: Venue;
  let buyer: User;
  let hold: Reservation;

  beforeEach(async () => {
    await emptyDatabase();
    vi.useFakeTimers({ toFake: ["Date"], now });
    const nothing = () => Promise.resolve();
    Object.assign(clock, {
      isOurs: true,
      pauses: 0,
      claims: 0,
      during: nothing,
      beforeClaim: nothing,
    });
    venue = await createVenue(await createOwner());
    buyer = await createUser();
    const free = {
      venue,
      buyer,
      status: "hold",
      attempt: 0,
      holdUntil: addMinutes(now, 20),
    } as const;
    hold = await createReservation({ ...free, startDate: day(30) });
  });
  afterEach(() => {
    clock.isOurs = false;
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const change = (update: object) => ReservationModel.updateOne({ _id: hold._id }, update);
  const claim = (by: User = buyer) =>
    claimAttempt(
      { reservationId: hold._id.toString(), buyerId: by._id.toString(), now },
      () => false,
    );

  describe("an attempt to pay", () => {
    it("is claimed at once, with nothing of the one before", async () => {
      const claimed = await claim();
      expect(claimed).toMatchObject({ kind: "claimed", customerId: "cus_buyer" });
      expect(claimed.kind === "claimed" && claimed.reservation).toMatchObject({
        attempt: 1,
        opening: now,
      });
      expect(await stored(hold)).toEqual(claimed.kind === "claimed" && claimed.reservation);
      expect(clock.pauses).toBe(0);
    });

    it("is its buyer's, of a hold, and in time", async () => {
      await expect(claim(await createUser())).rejects.toMatchObject({ code: "not_found" });
      await change({ holdUntil: now });
      await expect(claim()).rejects.toMatchObject({ code: "hold_expired" });
      await change({ $unset: { holdUntil: 1 } });
      await expect(claim()).rejects.toMatchObject({ code: "hold_expired" });
      await change({ status: "confirmed" });
      expect(await claim()).toEqual({ kind: "over", reservation: await stored(hold) });
      expect([clock.pauses, clock.claims]).toEqual([0, 0]);
    });

    it("waits for another one to get through", async () => {
      await change({ opening: now, attempt: 1 });
      clock.during = (pause) =>
        pause < 3 ? Promise.resolve() : change({ $unset: { opening: 1 } });
      expect(await claim()).toMatchObject({ kind: "claimed", reservation: { attempt: 2 } });
      expect(clock.pauses).toBe(3);
    });

    it("waits four seconds for it, and says how long it may still take", async () => {
      await change({ opening: now, attempt: 1 });
      const code = "payment_opening";
      await expect(claim()).rejects.toMatchObject({ code, retryAfter: 41 });
      expect(clock.pauses).toBe(27);
      expect(await stored(hold)).toMatchObject({ opening: now, attempt: 1 });
    });

    it.each<[string, object, object, pauses: number]>([
      ["ended", { status: "dead" }, { kind: "over" }, 0],
      ["claimed", { $inc: { attempt: 1 } }, { kind: "claimed", reservation: { attempt: 2 } }, 0],
      ["out of time", { holdUntil: now }, { code: "hold_expired" }, 0],
      ["claimed and being opened", { opening: now }, { code: "payment_opening" }, 27],
    ])("sees that the hold is %s in the same instant", async (_what, update, outcome, pauses) => {
      clock.beforeClaim = (number) => (number === 1 ? change(update) : Promise.resolve());
      const after = await claim().catch((error: unknown) => error);
      expect(after).toMatchObject(outcome);
      expect(clock.pauses).toBe(pauses);
    });

    it("is given up when others are quicker for four seconds", async () => {
      clock.beforeClaim = () => {
        vi.setSystemTime(Date.now() + 1_000);
        return change({ $inc: { attempt: 1 } });
      };
      await expect(claim()).rejects.toMatchObject({ code: "unavailable" });
      expect([clock.claims, clock.pauses]).toEqual([5, 0]);
    });
  });

  it("keeps nobody waiting past the time of a press, who may press again once its claim is over", async () => {
    const { PAYMENT_PATIENCE_MS } = env;
    env.PAYMENT_PATIENCE_MS = 5_000;
    onTestFinished(() => void (env.PAYMENT_PATIENCE_MS = PAYMENT_PATIENCE_MS));
    clock.beforeClaim = () => new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now });
    const reservationId = hold._id.toString();
    const pressed = startPayment({ reservationId, buyerId: buyer._id.toString(), now });
    const late = { code: "payment_opening", retryAfter: 40 };
    const refused = expect(pressed).rejects.toMatchObject(late);
    while (clock.claims === 0) await setImmediate();
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  });

  describe("opening what was claimed", () => {
    beforeEach(async () => {
      await change({ opening: now, attempt: 1 });
      hold = await stored(hold);
    });
    const failing = (error: Error) => () => Promise.reject(error);
    const lost = new Refusal("unavailable");

    it("gives what was opened", async () => {
      expect(await openClaimed(hold, () => Promise.resolve("page"))).toBe("page");
    });

    it("that Stripe refuses leaves nothing open, and is told to the log", async () => {
      const said = vi.spyOn(logger, "error").mockReturnValue();
      const cause = new Stripe.errors.StripeInvalidRequestError({
        ...{ type: "invalid_request_error", message: "No such destination" },
      });
      const refused = openClaimed(hold, failing(cause));
      await expect(refused).rejects.toMatchObject({ code: "payment_failed", cause });
      expect(await stored(hold)).not.toHaveProperty("opening");
      const fields = { err: cause, reservation: hold._id.toString() };
      expect(said.mock.calls).toEqual([[fields, "payment not opened"]]);
    });

    it("whose answer was lost is looked for: there was none", async () => {
      await expect(openClaimed(hold, failing(lost))).rejects.toBe(lost);
      expect(await stored(hold)).not.toHaveProperty("opening");
    });

    it("whose answer was lost is looked for: Stripe does not answer that either", async () => {
      await UserModel.updateOne({ _id: buyer._id }, { stripeCustomerId: "cus_buyer" });
      await sandbox.control("faults", { nextAnswer: "500", path: "/v1", method: "GET", times: 99 });
      vi.setSystemTime(addMinutes(now, 0.5));
      const refused = openClaimed(hold, failing(lost));
      await expect(refused).rejects.toMatchObject({ code: "payment_opening", retryAfter: 15 });
      await sandbox.control("faults", { nextAnswer: "normal" });
      expect(await stored(hold)).toMatchObject({ opening: now });
    });

    it("that fails of ourselves is told as it is", async () => {
      for (const fault of [new Error("a fault"), new Refusal("venue_closed")]) {
        await expect(openClaimed(hold, failing(fault))).rejects.toBe(fault);
      }
      expect(await stored(hold)).toMatchObject({ opening: now });
    });

    it("is done once more only when it was found to be there", async () => {
      const pay = vi.fn(failing(lost));
      await expect(payAgainIfAdopted(pay)).rejects.toBe(lost);
      expect(pay).toHaveBeenCalledOnce();
      expect(await payAgainIfAdopted(() => Promise.resolve("paid"))).toBe("paid");
    });
  });
});

/** What of an event is stored, whatever it says, and who acts on one that is there already. */
describe("an event", () => {
  let events = 0;
  const eventOf = (type: string, object: object, account?: string) => {
    events += 1;
    return { id: `evt_${events}`, type, data: { object }, account } as unknown as Stripe.Event;
  };

  const OWN = { id: "own", payment_intent: "pi_1", source_transaction: "ch_1" };
  const PAYMENT = { id: "own", payment_intent: "pi_1" };
  /** Of each type what it speaks of, and what of that Stripe is asked about. */
  const SUBJECTS: [type: string, object: object, asked: string][] = [
    ["checkout.session.completed", OWN, "own"],
    ["checkout.session.expired", OWN, "own"],
    ["payment_intent.succeeded", OWN, "own"],
    ["payment_intent.amount_capturable_updated", OWN, "own"],
    ["payment_intent.canceled", OWN, "own"],
    ["payment_intent.payment_failed", OWN, "own"],
    ["charge.refunded", PAYMENT, "pi_1"],
    ["charge.expired", { id: "own", payment_intent: { id: "pi_2" } }, "pi_2"],
    ["charge.dispute.created", PAYMENT, "pi_1"],
    ["charge.dispute.updated", PAYMENT, "pi_1"],
    ["charge.dispute.closed", PAYMENT, "pi_1"],
    ["charge.dispute.funds_withdrawn", PAYMENT, "pi_1"],
    ["charge.dispute.funds_reinstated", { id: "own", payment_intent: null }, "own"],
    ["refund.created", PAYMENT, "pi_1"],
    ["refund.updated", PAYMENT, "pi_1"],
    ["refund.failed", PAYMENT, "pi_1"],
    ["transfer.reversed", { id: "own", source_transaction: "ch_1" }, "ch_1"],
    ["application_fee.refunded", { id: "own", originating_transaction: { id: "ch_2" } }, "ch_2"],
  ];

  it("of the platform's: what to ask about, of each type that means something", async () => {
    expect(SUBJECTS.map(([type]) => type)).toEqual(PLATFORM_EVENT_TYPES);
    for (const [type, object, objectId] of SUBJECTS) {
      const event = eventOf(type, object);
      const stored = { _id: event.id, type, endpoint: "platform", objectId, receivedAt: now };
      expect(await storeEvent(event, { endpoint: "platform", now })).toEqual(stored);
      expect(await StripeEventModel.findById(event.id).lean()).toEqual(stored);
    }
  });

  it("of a connected account's: the account, whatever it says", async () => {
    for (const type of [
      "account.updated",
      "account.application.deauthorized",
      "capability.updated",
    ]) {
      const event = eventOf(type, { id: "ca_1" }, "acct_1");
      const stored = await storeEvent(event, { endpoint: "connect", now });
      expect(stored).toMatchObject({ type, endpoint: "connect", objectId: "acct_1" });
      expect(await storeEvent(eventOf(type, {}), { endpoint: "platform", now })).toBeNull();
    }
    const other = eventOf("charge.refunded", PAYMENT, "acct_1");
    expect(await storeEvent(other, { endpoint: "connect", now })).toBeNull();
    expect(await StripeEventModel.findById(other.id).lean()).toBeNull();
  });

  it("one that came before is acted on again half a minute later, unless it was handled", async () => {
    const event = eventOf("charge.refunded", PAYMENT);
    const again = (ms: number) =>
      storeEvent(event, { endpoint: "platform", now: new Date(now.getTime() + ms) });
    const stored = await again(0);
    expect(await again(30_000)).toBeNull();
    expect(await again(30_001)).toEqual(stored);
    await StripeEventModel.updateOne({ _id: event.id }, { handledAt: now });
    expect(await again(30_001)).toBeNull();
  });
});

/** What operators are told of payments that go on, or are gone on with later, though something went wrong. */
describe("operators are told", () => {
  const told = vi.fn();
  beforeEach(async () => {
    await emptyDatabase();
    await sandbox.control("reset");
    told.mockReset();
    for (const level of ["debug", "info", "warn", "error"] as const) {
      vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void told(level, ...line));
    }
  });

  const refused = (path: string, nextAnswer = "refused") =>
    sandbox.control("faults", { nextAnswer, path, times: 9 });
  const err = expect.any(Error) as unknown;

  it("that a customer or an account has no address", async () => {
    const id = (await createUser())._id.toString();
    await refused("/v1/customers/cus");
    const customer = await ensureCustomer(id);
    expect(told.mock.calls).toEqual([
      ["warn", { err, customer }, "customer without name and address"],
    ]);
    told.mockClear();
    await refused("/v1/accounts/acct");
    const account = await ensureConnectedAccount(id);
    expect(told.mock.calls).toEqual([["warn", { err, account }, "account without address"]]);
  });

  it("that an event is about nothing that anybody knows", async () => {
    for (const objectId of ["pi_unknown", "ch_unknown"]) {
      const event: StripeEvent = {
        ...{ _id: "evt_1", endpoint: "platform", receivedAt: addMinutes(now, -3 * 24 * 60) },
        ...{ type: "payment_intent.succeeded", objectId },
      };
      await handleEvent(event, now);
      expect(told.mock.calls).toEqual([
        ["warn", { err, object: objectId }, "event about an unknown payment"],
        ["info", { event: "evt_1", type: event.type }, "event about no reservation"],
      ]);
      told.mockClear();
      // With another platform's key Stripe knows of none: what has come of late waits for the right one.
      const young = { ...event, receivedAt: addMinutes(event.receivedAt, 1) };
      await expect(handleEvent(young, now)).rejects.toBeInstanceOf(UnknownSubject);
      expect(told).not.toHaveBeenCalled();
    }
  });

  it("nothing as loud of a payment or an account that is stored here and is not known to this key, of late", async () => {
    const owner = await createOwner();
    const [venue, buyer] = [await createVenue(owner), await createUser()];
    await createReservation({
      ...{ venue, buyer, startDate: day(30), status: "pending" },
      paymentIntentId: "pi_elsewhere",
    });
    const accountId = "acct_elsewhere";
    await UserModel.updateOne({ _id: owner._id }, { $set: { accountId, stripeStats: "active" } });
    const status = async () => (await UserModel.findById(owner._id).lean())!.stripeStats;
    const about = { _id: "evt_1", receivedAt: addMinutes(now, -3 * 24 * 60 + 1) };
    const payment: StripeEvent = {
      ...{ ...about, endpoint: "platform" },
      ...{ type: "payment_intent.succeeded", objectId: "pi_elsewhere" },
    };
    const account: StripeEvent = {
      ...{ ...about, endpoint: "connect", type: "account.updated", objectId: accountId },
    };
    for (const event of [payment, account]) {
      await expect(handleEvent(event, now)).rejects.toBeInstanceOf(UnknownSubject);
    }
    expect(await status()).toBe("active");
    const later = addMinutes(now, 2);
    await expect(handleEvent(payment, later)).rejects.toMatchObject({ statusCode: 404 });
    await handleEvent(account, later);
    expect(await status()).toBe("restricted");
    // The event says it, too.
    await UserModel.updateOne({ _id: owner._id }, { $set: { stripeStats: "active" } });
    await handleEvent({ ...account, type: "account.application.deauthorized" }, now);
    expect(await status()).toBe("restricted");
  });

  it("at once that an event is about something that is no payment", async () => {
    const event: StripeEvent = {
      ...{ _id: "evt_1", endpoint: "platform", receivedAt: now },
      ...{ type: "transfer.reversed", objectId: "tr_by_hand" },
    };
    await handleEvent(event, now);
    const line = { event: "evt_1", type: event.type };
    expect(told.mock.calls).toEqual([["info", line, "event about no reservation"]]);
  });

  it("that an event is the echo of a payment that was set free", async () => {
    const venue = await createVenue(await createOwner());
    const { id } = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: "eur" });
    const about = { venue, buyer: await createUser(), paymentIntentId: id, startDate: day(40) };
    const event = (type: string): StripeEvent => ({
      ...{ _id: "evt_2", endpoint: "platform", receivedAt: now, objectId: id, type },
    });
    const echo = ["debug", { event: "evt_2", type: "payment_intent.canceled" }] as const;
    for (const status of ["cancelling", "cancelled"] as const) {
      await emptyDatabase();
      await createReservation({ ...about, status });
      await handleEvent(event("payment_intent.canceled"), now);
      expect(told.mock.calls).toEqual([[...echo, "event about a released payment"]]);
      told.mockClear();
    }
  });

  it("that a payment was not made after all, when nobody waits for it any more", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_, reject) => (fail = reject));
    const pressed = withinPress({ reservationId: "r-1" }, work, () => "late");
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await pressed).toBe("late");
    expect(told).not.toHaveBeenCalled();
    const failure = new Error("declined");
    fail(failure);
    await expect(work).rejects.toBe(failure);
    const line = { err: failure, reservation: "r-1" };
    expect(told.mock.calls).toEqual([["warn", line, "payment not made after all"]]);
  });

  it("that a supplement could not be given up, and that the job has to", async () => {
    const venue = await createVenue(await createOwner());
    const buyer = await createUser();
    const of = await createReservation({ venue, buyer, status: "confirmed", startDate: day(40) });
    const { _id: reservation, endDate, startSlot, endSlot, total } = of;
    const supplement = (startDate: string, fields: object) =>
      createReservation({
        ...({ venue, buyer, status: "hold", startDate, holdUntil: addMinutes(now, 30) } as const),
        supplementTo: { reservation, startDate: of.startDate, endDate, startSlot, endSlot, total },
        ...fields,
      });
    const paid = await supplement(day(41), { paymentIntentId: "pi_1" });
    const other = await supplement(day(42), {});
    await refused("/v1/payment_intents", "500");
    await endSupplements(reservation, now);
    const line = { err, reservation: paid._id.toString() };
    const warned = told.mock.calls.filter(([, , message]) => message !== "Stripe did not answer");
    expect(warned).toEqual([["warn", line, "supplement left to the job"]]);
    expect(await ReservationModel.findById(other._id).lean()).toMatchObject({ status: "dead" });
    expect(await ReservationModel.findById(paid._id).lean()).toMatchObject({
      ...{ status: "hold", holdUntil: now },
    });
  });
});
