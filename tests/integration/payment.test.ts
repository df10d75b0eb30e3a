import {
  CARDS,
  createPayableVenue,
  ledgerOf,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
  subjectsTo,
} from "../support/payments";
import { banUser } from "~/admin/users/ban-user.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { stayText } from "~/bookings/mail/mail-paragraphs";
import { charge } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { endHold } from "~/bookings/reserve/end-hold.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { hideVenue } from "~/venues/hide-venue.server";
import { suspendVenue } from "~/venues/suspend-venue.server";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { UserModel, type User } from "@models/user";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { onboard, submit, visit } from "../support/stripe-journeys";

useDatabase();

const now = new Date();
const first = addDays(todayInParis(now), 40);
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ venue, owner } = await createPayableVenue());
  buyer = await createUser();
});

const buyerId = () => buyer._id.toString();
const request = (fields: object = {}) => ({
  venueId: venue._id.toString(),
  buyer: { id: buyerId() },
  startDate: first,
  endDate: addDays(first, 2),
  requestKey: "form-1",
  now: new Date(),
  ...fields,
});
const suspend = (at = new Date()) =>
  inTransaction((session) => suspendVenue(venue._id, at, session));
/** Bans the owner and keeps what is to come, or calls it off. */
const ban = async (at = new Date(), coming: "keep" | "cancel" = "keep") => {
  const { actor } = await newAdmin();
  await banUser({
    ...{ actor, userId: owner._id.toString(), why: "Photos volées", password: OFFICE_PASSWORD },
    ...{ coming, isReported: false, appeal: "https://x.example", now: at },
  });
};
/** Later than what was just paid, by the seconds in which Stripe tells it. */
const aSecondLater = () => new Date(Date.now() + 1_000);
const pay = (hold: { _id: { toString(): string } }, at = new Date()) =>
  startPayment({ reservationId: hold._id.toString(), buyerId: buyerId(), now: at });
const sync = (hold: { _id: { toString(): string } }, at = new Date()) =>
  syncReservation(hold._id.toString(), { now: at });

describe("the hosted page, automatic venue", () => {
  test("reserve, pay, return: confirmed, with every cent in the ledger", async () => {
    const hold = await reserve(request());
    expect(hold.total).toBe(162_000);
    const url = await pay(hold);
    const paid = await payOnPage(url);
    expect(paid.status).toBe(303);
    expect(paid.location).toContain(
      `/reservation/${venue._id.toString()}/success?demande=${hold._id.toString()}&session=cs_`,
    );

    const after = await sync(hold);
    expect(after?.status).toBe("confirmed");
    expect(await slotsHeld(hold)).toBe(6);
    await sandbox.settled();
    await sync(hold);
    expect(await ledgerOf(hold)).toEqual({ captured: 162_000, transferred: 162_000, fee: 36_000 });
    expect(after?.history.map(({ state }) => state)).toEqual(["hold", "confirmed"]);
    expect(await subjectsTo(buyer)).toEqual([`Réservation confirmée\u00a0: ${stayText(hold)}`]);
    expect(await subjectsTo(owner)).toEqual([`Nouvelle réservation\u00a0: ${stayText(hold)}`]);
    expect((await stored(hold)).ledgerOpen).toBeUndefined();
  });

  test("pressing twice opens one page", async () => {
    const hold = await reserve(request());
    const [one, two] = await Promise.all([pay(hold), pay(hold)]);
    expect(one).toBe(two);
    expect((await sandbox.state()).objects["checkout.session"]).toBe(1);
    expect(await pay(hold)).toBe(one);
  });

  test("days of a venue that is suspended meanwhile are not led to, and their open page is closed", async () => {
    const hold = await reserve(request());
    const page = await pay(hold);
    await suspend();
    await expect(pay(hold)).rejects.toMatchObject({ code: "venue_closed" });
    expect((await payOnPage(page)).status).not.toBe(303);
    await expect(pay(hold)).rejects.toMatchObject({ code: "venue_closed" });
  });

  test("days of an owner who is banned meanwhile are closed to who holds them, not unknown", async () => {
    const hold = await reserve(request());
    await UserModel.updateOne({ _id: hold.ownerId }, { bannedAt: now });
    await expect(pay(hold)).rejects.toMatchObject({ code: "venue_closed" });
  });

  describe.each([false, true])(
    "an open page is paid (its owner has to say yes: %s) once",
    (asks) => {
      const given = asks ? "Paiement autorisé" : "Paiement reçu";

      test.each([
        ["the owner is banned and what is to come is kept", () => ban()],
        ["the venue is suspended", () => suspend()],
      ])("%s: nothing is let, all goes back, and the owner hears of nobody", async (_, closes) => {
        await VenueModel.updateOne({ _id: venue._id }, { needValidation: asks });
        const hold = await reserve(request());
        const page = await pay(hold);
        await closes();
        const before = await subjectsTo(owner);
        expect((await payOnPage(page)).status).toBe(303);
        await sandbox.settled();
        const after = (await sync(hold))!;
        expect(after.status).toBe("dead");
        expect(await slotsHeld(hold)).toBe(0);
        await sandbox.settled();
        await sync(hold);
        const paid = { captured: 162_000, transferred: 162_000, fee: 36_000 };
        const back = { refunded: 162_000, transfer_reversed: 162_000, fee_refunded: 36_000 };
        expect(await ledgerOf(hold)).toMatchObject(asks ? {} : { ...paid, ...back });
        const intent = await sandbox.stripe.paymentIntents.retrieve(
          (await stored(hold)).paymentIntentId!,
        );
        expect(intent.status).toBe(asks ? "canceled" : "succeeded");
        expect(await subjectsTo(owner)).toEqual(before);
        expect(await subjectsTo(buyer)).toEqual([`Paiement rendu\u00a0: ${stayText(hold)}`]);
        expect(after.history.map(({ state, why }) => [state, why])).not.toContainEqual([
          expect.anything(),
          given,
        ]);
        expect((await stored(hold)).ledgerOpen).toBeUndefined();
      });
    },
  );

  describe.each([false, true])(
    "an open page was paid (its owner has to say yes: %s) before it was heard that",
    (asks) => {
      const paidUnheard = async () => {
        await VenueModel.updateOne({ _id: venue._id }, { needValidation: asks });
        const hold = await reserve(request());
        await payOnPage(await pay(hold));
        return hold;
      };

      test.each([
        ["the owner is banned and what is to come is kept", [ban]],
        ["the venue is suspended", [suspend]],
        ["both", [suspend, ban]],
      ])("%s: it stands, and nothing goes back", async (_, closing) => {
        const hold = await paidUnheard();
        for (const closes of closing) await closes(aSecondLater());
        await sync(hold);
        await sandbox.settled();
        expect(await sync(hold)).toMatchObject({
          ...{ status: asks ? "pending" : "confirmed", refunded: 0 },
        });
        expect(await slotsHeld(hold)).toBe(6);
        expect(await ledgerOf(hold)).not.toHaveProperty("refunded");
        const told = await MailModel.findOne({
          ...{ to: owner.email, about: hold._id.toString() },
        }).lean();
        const isBanned = closing.includes(ban);
        expect(told!.text!.includes("Votre compte est suspendu, et ses pages")).toBe(isBanned);
        // Nothing that they could do no more, nor money that does not reach them. What Stripe has not sent yet is not 'vous est versée'.
        const says = isBanned ? /Répondez|vous est versée/ : /Répondez|versée/;
        expect(says.test(told!.text!)).toBe(!isBanned);
      });

      test("the owner is banned and what is to come is called off: all goes back", async () => {
        const hold = await paidUnheard();
        await ban(aSecondLater(), "cancel");
        await sandbox.settled();
        await sync(hold);
        expect((await stored(hold)).status).toBe("cancelled");
        expect(await slotsHeld(hold)).toBe(0);
        const { captured = 0, refunded = 0 } = await ledgerOf(hold);
        expect([captured, refunded]).toEqual(asks ? [0, 0] : [162_000, 162_000]);
      });

      test("the venue was suspended already when its owner is banned: it is not let", async () => {
        const hold = await reserve(request());
        const page = await pay(hold);
        await suspend();
        await payOnPage(page);
        await ban(aSecondLater());
        expect((await sync(hold))?.status).toBe("dead");
      });

      test("the venue is deleted: it is not let", async () => {
        const hold = await paidUnheard();
        await inTransaction((session) => hideVenue(venue._id, aSecondLater(), session));
        expect((await sync(hold))?.status).toBe("dead");
      });
    },
  );

  test("an open page is paid at the moment of the ban: either it stands before it, or nothing is let", async () => {
    const hold = await reserve(request());
    const before = new Date();
    await payOnPage(await pay(hold));
    await Promise.all([sync(hold), ban(before)]);
    const { status } = await stored(hold);
    expect(["confirmed", "dead"]).toContain(status);
    const mails = await MailModel.find({ to: owner.email }).sort({ _id: 1 }).lean();
    const banned = mails.find(({ subject }) => subject === "Votre compte est suspendu")!;
    // What was confirmed first is among what the letter of the ban lists.
    expect(banned.text!.includes(hold.reference)).toBe(status === "confirmed");
    expect(mails).toHaveLength(status === "confirmed" ? 2 : 1);
  });

  test("the owner is banned between the look at the venue and the writing: nothing is let", async () => {
    const hold = await reserve(request());
    const before = new Date();
    await payOnPage(await pay(hold));
    justBefore("Venue", "updateOne", () => ban(before));
    await sync(hold);
    expect((await stored(hold)).status).toBe("dead");
  });

  test("what is paid at a venue that its owner has only taken off the search stands", async () => {
    const hold = await reserve(request());
    const page = await pay(hold);
    await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable", searchable: false });
    await payOnPage(page);
    expect((await sync(hold))?.status).toBe("confirmed");
  });

  test("the time of days that were paid at a venue that was suspended meanwhile runs out: all goes back", async () => {
    const hold = await reserve(request());
    const page = await pay(hold);
    await suspend();
    await payOnPage(page);
    await expireHolds(addMinutes(hold.createdAt, 31));
    expect((await stored(hold)).status).toBe("dead");
    await sandbox.settled();
    await reconcile(addMinutes(hold.createdAt, 40));
    expect((await stored(hold)).refunded).toBe(162_000);
    expect(await subjectsTo(owner)).toEqual([]);
  });

  test("the owner's account of today is paid, not the one that the hold was made with", async () => {
    const hold = await reserve(request());
    const page = await pay(hold);
    const accountId = await onboard(sandbox);
    await UserModel.updateOne({ _id: owner._id }, { accountId });
    expect(await pay(hold)).not.toBe(page);
    expect((await payOnPage(page)).status).not.toBe(303);
    await payOnPage(await pay(hold));
    await sandbox.settled();
    expect(await sync(hold)).toMatchObject({ status: "confirmed", accountId });
    const { data } = await sandbox.stripe.transfers.list();
    expect(data.map(({ destination }) => destination)).toEqual([accountId]);
  });

  test("a declined card leaves the page open and the days held; another card pays", async () => {
    const hold = await reserve(request());
    const url = await pay(hold);
    expect((await payOnPage(url, CARDS.declined)).status).toBe(402);
    expect((await sync(hold))?.status).toBe("hold");
    expect(await slotsHeld(hold)).toBe(6);
    expect((await payOnPage(url)).status).toBe(303);
    expect((await sync(hold))?.status).toBe("confirmed");
  });

  test("authentication refused, then accepted", async () => {
    const hold = await reserve(request());
    const url = await pay(hold);
    const bank = await payOnPage(url, CARDS.asks);
    expect(bank.status).toBe(303);
    await submit(bank.location!, { decision: "refuse" });
    expect((await sync(hold))?.status).toBe("hold");
    const again = await payOnPage(url, CARDS.asks);
    await submit(again.location!, { decision: "accept" });
    expect((await sync(hold))?.status).toBe("confirmed");
  });

  test("attack 22: every answer of Stripe lost after the deed: the very press leads to the page", async () => {
    const hold = await reserve(request());
    await sandbox.control("faults", {
      nextAnswer: "lost-after-deed",
      path: "/v1/checkout/sessions",
      method: "POST",
      times: 3,
    });
    const url = await pay(hold);
    expect(await pay(hold)).toBe(url);
    expect((await stored(hold)).attempt).toBe(1);
    expect((await payOnPage(url)).status).toBe(303);
    expect((await sync(hold))?.status).toBe("confirmed");
  });

  test.each([
    ["half an hour after its hold, which Stripe asks for", 20, 51],
    ["a day, less what asking for it may take", 3 * 24 * 60, 24 * 60 - 5],
  ])("the page may be paid until %s", async (_what, held, open) => {
    const hold = await reserve(request());
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    await ReservationModel.updateOne({ _id: hold._id }, { holdUntil: addMinutes(at, held) });
    await pay(hold, at);
    const { checkoutSessionId } = await stored(hold);
    const page = await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId!);
    expect(new Date(page.expires_at * 1_000)).toEqual(addMinutes(at, open));
  });

  test("the page asks for the euros that the server counted, whatever the visitor's country", async () => {
    const hold = await reserve(request());
    await pay(hold, new Date());
    const { checkoutSessionId, total } = await stored(hold);
    const page = await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId!);
    expect(page).toMatchObject({
      ...{ currency: "eur", amount_total: total },
      adaptive_pricing: { enabled: false },
    });
  });

  test("a claim that a dead process left: the message says until when, and then one may pay", async () => {
    const hold = await reserve(request());
    const opening = new Date(Date.now() - 30_000);
    await ReservationModel.updateOne({ _id: hold._id }, { $set: { attempt: 1, opening } });
    const refused = await pay(hold, new Date()).catch((error: unknown) => error as Refusal);
    const { code, status, retryAfter, message } = refused as Refusal;
    expect([code, status]).toEqual(["payment_opening", 503]);
    expect(retryAfter).toBeLessThanOrEqual(15);
    expect(message).toContain(`réessayez dans ${retryAfter}\u00a0secondes`);
    await expect(pay(hold, new Date(opening.getTime() + 45_000))).resolves.toContain("/pay/");
  });

  test("a hold that runs out closes its page first, then frees the days", async () => {
    const hold = await reserve(request());
    const url = await pay(hold);
    expect(await expireHolds(addMinutes(hold.createdAt, 29))).toBe(0);
    expect(await expireHolds(addMinutes(hold.createdAt, 31))).toBe(1);
    expect((await stored(hold)).status).toBe("dead");
    expect(await slotsHeld(hold)).toBe(0);
    expect((await payOnPage(url)).status).not.toBe(303);
  });

  test("a payment made just before the hold ran out stands", async () => {
    const hold = await reserve(request());
    await payOnPage(await pay(hold));
    expect(await expireHolds(addMinutes(hold.createdAt, 31))).toBe(0);
    expect((await stored(hold)).status).toBe("confirmed");
    expect(await slotsHeld(hold)).toBe(6);
  });

  test("payment and expiry at once: either confirmed and held, or dead and returned", async () => {
    const hold = await reserve(request());
    const url = await pay(hold);
    await Promise.all([payOnPage(url), expireHolds(addMinutes(hold.createdAt, 31))]);
    const after = (await sync(hold))!;
    if (after.status === "confirmed") {
      expect(await slotsHeld(hold)).toBe(6);
    } else {
      expect(after.status).toBe("dead");
      expect(await slotsHeld(hold)).toBe(0);
      await sandbox.settled();
      await sync(hold);
      // All that was paid, or nothing where the page was closed before.
      const { captured = 0, refunded = 0 } = await ledgerOf(hold);
      expect([0, 162_000]).toContain(captured);
      expect(refunded).toBe(captured);
    }
  });

  test("a payment that comes after the days are gone is given back in full, and its payer told", async () => {
    const hold = await reserve(request());
    await payOnPage(await pay(hold));
    // As if the hold had been ended without Stripe's knowledge.
    await ReservationModel.updateOne({ _id: hold._id }, { $set: { status: "dead" } });
    await sync(hold);
    const after = await stored(hold);
    expect(after.status).toBe("dead");
    expect(after.refunded).toBe(162_000);
    await sandbox.settled();
    await sync(hold);
    expect((await ledgerOf(hold)).refunded).toBe(162_000);
    expect(await subjectsTo(buyer)).toEqual([`Paiement rendu\u00a0: ${stayText(hold)}`]);
    expect((await sandbox.state()).objects.refund).toBe(1);
  });

  test("nobody else's hold can be paid, and none that is over", async () => {
    const hold = await reserve(request());
    const other = await createUser();
    await expect(
      startPayment({ reservationId: hold._id.toString(), buyerId: other._id.toString(), now }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(pay(hold, addMinutes(hold.createdAt, 31))).rejects.toMatchObject({
      code: "hold_expired",
    });
  });
});

describe("the card form in the page", () => {
  const total = 162_000;
  const card = (paymentMethodId: string, fields: object = {}) =>
    charge({
      ...request({ requestKey: paymentMethodId, ...fields }),
      paymentMethodId,
      expectedTotal: total,
    });

  test("pays at once", async () => {
    const { redirectUrl } = await card("pm_card_visa");
    const reservation = await ReservationModel.findOne({ userId: buyer._id }).lean();
    expect(redirectUrl).toBe(
      `/reservation/${venue._id.toString()}/success?demande=${reservation!._id.toString()}`,
    );
    expect(reservation?.status).toBe("confirmed");
  });

  test("another total than the server's is refused and takes no days", async () => {
    await expect(card("pm_card_visa", {})).resolves.toBeTruthy();
    await expect(
      charge({
        ...request({ startDate: addDays(first, 9), endDate: addDays(first, 9) }),
        paymentMethodId: "pm_card_visa",
        expectedTotal: 100,
      }),
    ).rejects.toMatchObject({ code: "price_changed", status: 409 });
    expect(await ReservationModel.countDocuments()).toBe(1);
  });

  test("a declined card keeps the days; another card pays the same reservation", async () => {
    await expect(card("pm_card_visa_chargeDeclined")).rejects.toMatchObject({
      code: "card_declined",
      status: 402,
    });
    const hold = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
    expect(hold.status).toBe("hold");
    await card("pm_card_visa");
    expect((await stored(hold)).status).toBe("confirmed");
    expect(await ReservationModel.countDocuments()).toBe(1);
  });

  test("pressed twice pays once", async () => {
    const [one, two] = await Promise.all([card("pm_card_visa"), card("pm_card_visa")]);
    expect(one).toEqual(two);
    expect((await sandbox.state()).objects.payment_intent).toBe(1);
  });

  test("the bank asks: the browser goes there and comes back paid", async () => {
    const method = await sandbox.stripe.paymentMethods.create({
      type: "card",
      card: { number: CARDS.asks, exp_month: 12, exp_year: 2034, cvc: "123" },
    });
    const { redirectUrl } = await card(method.id);
    expect(redirectUrl).toContain("/authenticate/");
    expect(await card(method.id)).toEqual({ redirectUrl });
    const back = await submit(redirectUrl, { decision: "accept" });
    expect(back.location).toContain("/success?demande=");
    const hold = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
    expect((await sync(hold))?.status).toBe("confirmed");
  });

  test("a hosted page that is open is closed before a card is charged in the page", async () => {
    const hold = await reserve(request());
    const url = await pay(hold);
    await card("pm_card_visa");
    expect((await stored(hold)).status).toBe("confirmed");
    expect((await visit(url)).text).not.toContain('name="cardNumber"');
  });

  test("an answer lost after the deed: paid once, confirmed", async () => {
    await sandbox.control("faults", { nextAnswer: "lost-after-deed", path: "/v1/payment_intents" });
    await card("pm_card_visa");
    const state = await sandbox.state();
    expect(state.objects.payment_intent).toBe(1);
    expect((await ReservationModel.findOne({ userId: buyer._id }).lean())?.status).toBe(
      "confirmed",
    );
  });

  test("every answer lost after the deed: looked for at once, paid once, confirmed", async () => {
    await sandbox.control("faults", {
      nextAnswer: "lost-after-deed",
      path: "/v1/payment_intents",
      method: "POST",
      times: 3,
    });
    await card("pm_card_visa");
    expect((await sandbox.state()).objects.payment_intent).toBe(1);
    const paid = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
    expect(paid).toMatchObject({ status: "confirmed", attempt: 1 });
    expect(paid.opening).toBeUndefined();
  });

  test("Stripe's own failure: 503, nothing taken, and the next press pays at once", async () => {
    await sandbox.control("faults", {
      nextAnswer: "500",
      path: "/v1/payment_intents",
      method: "POST",
      times: 3,
    });
    await expect(card("pm_card_visa")).rejects.toBeInstanceOf(Refusal);
    const hold = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
    expect(hold.status).toBe("hold");
    expect(hold.opening).toBeUndefined();
    await card("pm_card_visa");
    expect((await stored(hold)).status).toBe("confirmed");
  });

  test("died after the charge, before writing it down: the sweep finds the payment", async () => {
    await card("pm_card_visa");
    const paid = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
    await ReservationModel.updateOne(
      { _id: paid._id },
      {
        $set: { status: "hold", opening: addMinutes(new Date(), -5) },
        $unset: { paymentIntentId: 1, chargeId: 1, paidAt: 1 },
      },
    );
    await expireHolds(addMinutes(new Date(), 31));
    expect(await stored(paid)).toMatchObject({
      status: "confirmed",
      paymentIntentId: paid.paymentIntentId,
    });
  });

  test("a hold whose payment is being opened is left alone", async () => {
    const hold = await reserve(request());
    await ReservationModel.updateOne(
      { _id: hold._id },
      { $set: { attempt: 1, opening: new Date() } },
    );
    const opening = await stored(hold);
    const reason = { event: "abandon", by: "buyer", why: "test" } as const;
    expect(await endHold(opening, reason, new Date())).toBe("opening");
    expect(await slotsHeld(hold)).toBe(6);
  });

  test("reconciliation notices a payment that nobody heard of", async () => {
    const hold = await reserve(request());
    await payOnPage(await pay(hold));
    await reconcile(addMinutes(new Date(), 6));
    expect((await stored(hold)).status).toBe("confirmed");
  });
});
