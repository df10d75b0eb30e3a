import {
  CARDS,
  createPayableVenue,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
  subjectsTo,
} from "../support/payments";
import { beforeEach, describe, expect, test } from "vitest";
import { MailModel } from "@models/mail";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { charge } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { adoptPayment } from "~/bookings/record/payment-record.server";
import { addDays, addMinutes, formatDay, formatInstant, todayInParis } from "~/platform/days";
import { findPayments } from "~/payments/read-payment.server";
import { answerWebhook } from "~/routes/api/stripe/answer-webhook.server";
import { expectSameBooks } from "../support/books";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import type { ReceivedWebhook } from "../support/stripe-sandbox";

useDatabase();

const now = new Date();
let venue: Venue;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  await sandbox.control("deliver");
  sandbox.hooks.received.length = 0;
  ({ venue } = await createPayableVenue());
  buyer = await createUser();
});

const FIRST = { made: 1, earned: 1 };

const request = () => ({
  venueId: venue._id.toString(),
  buyer: { id: buyer._id.toString() },
  startDate: addDays(todayInParis(now), 40),
  endDate: addDays(todayInParis(now), 42),
  requestKey: "form",
  now,
});
const newHold = async () => await reserve(request());

/** A reservation that is paid and confirmed. */
async function paidHold(): Promise<Reservation> {
  const hold = await newHold();
  const reservationId = hold._id.toString();
  await payOnPage(await startPayment({ reservationId, buyerId: buyer._id.toString(), now }));
  await sandbox.settled();
  await syncReservation(reservationId, { now });
  return hold;
}

const deliver = ({ raw, signature, endpoint }: ReceivedWebhook) =>
  answerWebhook(
    endpoint,
    new Request("http://localhost/api/stripe/webhook", {
      method: "POST",
      headers: { "stripe-signature": signature },
      body: raw,
    }),
    "test",
  );

/** The last event of a type that Stripe sent. */
const arrival = (type: string) =>
  sandbox.hooks.received.filter(({ event }) => event.type === type).at(-1)!;

describe("a payment of an attempt that was given up", () => {
  /** Opened for the reservation under another attempt than its own, as by an answer that came too late. */
  const orphanOf = async (
    hold: Reservation,
    captureMethod: "automatic_async" | "manual",
    { card = "pm_card_visa", attempt = "7" } = {},
  ) => {
    const { id } = await sandbox.stripe.paymentIntents.create({
      amount: hold.total,
      currency: "eur",
      confirm: true,
      payment_method: card,
      allowed_payment_method_types: ["card"],
      capture_method: captureMethod,
      application_fee_amount: hold.platformShare,
      transfer_data: { destination: hold.accountId },
      metadata: { reservation: hold._id.toString(), attempt },
      return_url: "https://product.example/retour",
    });
    await sandbox.settled();
    await sandbox.control("deliver");
    return id;
  };
  test.each(["cancelled", "confirmed"] as const)(
    "is given back at once in full when its reservation is %s, and its payer told",
    async (state) => {
      const hold = await paidHold();
      if (state === "cancelled") {
        const by = { role: "buyer", userId: buyer._id.toString() } as const;
        await cancelReservation({ reservationId: hold._id.toString(), by, now });
      }
      const before = await stored(hold);
      const orphan = await orphanOf(hold, "automatic_async");
      expect((await deliver(arrival("payment_intent.succeeded"))).status).toBe(200);
      const refunds = await sandbox.stripe.refunds.list({ payment_intent: orphan });
      expect(refunds.data.map(({ amount }) => amount)).toEqual([hold.total]);
      expect((await stored(hold)).status).toBe(before.status);
      expect((await stored(hold)).refunded).toBe(before.refunded);
      const told = await MailModel.find({
        key: `reservation-payment_returned:${hold._id.toString()}:${orphan}:buyer`,
      }).lean();
      expect(told.map(({ text }) => text?.replace(/[\u00a0\u202f]/g, " "))).toEqual([
        expect.stringContaining("Les 1 620,00 € débités vous sont remboursés en totalité."),
      ]);
      // Whose reservation stands need not look for another venue.
      const isLet = state === "confirmed";
      const [{ text = "" } = {}] = told;
      expect(text.includes(`/mes-demandes/${hold._id.toString()}`)).toBe(isLet);
      expect(text.includes("Trouver un autre lieu")).toBe(!isLet);
      expect(text.includes("Votre réservation reste comme elle est.")).toBe(isLet);
    },
  );

  /** Of a payment of theirs that came back. */
  const toldOf = async (hold: Reservation, orphan: string) => {
    const key = `reservation-payment_returned:${hold._id.toString()}:${orphan}:buyer`;
    const { text = "" } = (await MailModel.findOne({ key }).lean()) ?? {};
    return text.replace(/[\u00a0\u202f]/g, " ");
  };

  test("tells its payer what they have, where nobody had heard yet of the payment that paid for it", async () => {
    const hold = await newHold();
    const reservationId = hold._id.toString();
    await payOnPage(await startPayment({ reservationId, buyerId: buyer._id.toString(), now }));
    const orphan = await orphanOf(hold, "automatic_async");
    expect((await deliver(arrival("payment_intent.succeeded"))).status).toBe(200);
    expect(await stored(hold)).toMatchObject({ status: "confirmed", refunded: 0 });
    const text = await toldOf(hold, orphan);
    expect(text).toContain("alors que cette réservation n’était plus à payer");
    expect(text).toContain("Votre réservation reste comme elle est.");
    expect(text).toContain(`/mes-demandes/${reservationId}`);
    expect(text).not.toContain("Trouver un autre lieu");
    const titles = (await subjectsTo(buyer)).map((subject) => subject.split("\u00a0")[0]);
    expect(titles).toEqual(["Réservation confirmée", "Paiement rendu"]);
    await expectSameBooks(sandbox.stripe);
  });

  test("tells its payer that the days are still to be paid, where they are", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { postalCode: "97110" });
    const hold = await newHold();
    const reservationId = hold._id.toString();
    await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
    const orphan = await orphanOf(hold, "automatic_async", { attempt: "1" });
    expect((await deliver(arrival("payment_intent.succeeded"))).status).toBe(200);
    const { status, holdUntil } = await stored(hold);
    expect(status).toBe("hold");
    const text = await toldOf(hold, orphan);
    expect(text).toContain("alors qu’un autre paiement était ouvert pour cette demande");
    const until = formatInstant(holdUntil!).replace(/[\u00a0\u202f]/g, " ");
    expect(text).toContain(
      `restent retenues jusqu’au ${until} (heure de Paris), à payer d’ici là.`,
    );
    expect(text).toContain(`/paiement?demande=${reservationId}`);
    expect(text).not.toContain("Trouver un autre lieu");
  });

  test("is listed for its payer, taken and given back, though the reservation was never paid for", async () => {
    const hold = await newHold();
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    await cancelReservation({ reservationId: hold._id.toString(), by, now });
    const rows = async () => (await myPayments(buyer._id.toString(), FIRST)).made.rows;
    expect(await rows()).toEqual([]);
    await orphanOf(hold, "automatic_async");
    expect((await deliver(arrival("payment_intent.succeeded"))).status).toBe(200);
    expect(await rows()).toMatchObject([
      {
        ...{ id: hold._id.toString(), state: "Remboursé", authorised: null },
        ...{ amount: hold.total, refunded: hold.total, paidOn: formatDay(todayInParis(now)) },
      },
    ]);
  });

  test("has papers that name the card that paid it, not that of its reservation", async () => {
    const hold = await paidHold();
    const orphan = await orphanOf(hold, "automatic_async", { card: "pm_card_mastercard" });
    expect((await deliver(arrival("payment_intent.succeeded"))).status).toBe(200);
    const papers = await ReceiptModel.find({ reservation: hold._id }).sort({ _id: 1 }).lean();
    const { latest_charge: charge } = await sandbox.stripe.paymentIntents.retrieve(orphan);
    expect(
      papers.map(({ kind, chargeId, cardLast4 }) => [chargeId === charge, kind, cardLast4]),
    ).toEqual(
      expect.arrayContaining([
        [true, "receipt", "4444"],
        [true, "credit_note", "4444"],
        [false, "receipt", "4242"],
      ]),
    );
    expect(papers).toHaveLength(3);
  });

  test("is set free when it was only authorised", async () => {
    const hold = await paidHold();
    const orphan = await orphanOf(hold, "manual");
    const hook = arrival("payment_intent.amount_capturable_updated");
    expect((await deliver(hook)).status).toBe(200);
    expect((await sandbox.stripe.paymentIntents.retrieve(orphan)).status).toBe("canceled");
    expect((await stored(hold)).status).toBe("confirmed");
    const key = `reservation-payment_returned:${hold._id.toString()}:${orphan}:buyer`;
    expect((await MailModel.findOne({ key }).lean())?.text).toContain("Rien n’a été débité");
  });
});

describe("a payment that Stripe makes a while after its error", () => {
  const press = async () => await charge({ ...request(), paymentMethodId: "pm_card_visa" });
  /** The hold of a press that was answered by an error. */
  const failed = async (): Promise<Reservation> => {
    const path = "/v1/payment_intents";
    const fault = { nextAnswer: "500-before-deed", path, method: "POST", times: 1 };
    await sandbox.control("faults", fault);
    await expect(press()).rejects.toMatchObject({ code: "unavailable" });
    const hold = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
    expect(hold).toMatchObject({ status: "hold", attempt: 1 });
    expect(hold.opening).toBeUndefined();
    return hold;
  };
  const finish = async () => {
    await sandbox.control("finish");
    await sandbox.settled();
  };
  /** The same, and what came of it at Stripe after that. */
  const chargedLate = async (between?: () => Promise<unknown>): Promise<Reservation> => {
    const hold = await failed();
    await between?.();
    sandbox.hooks.received.length = 0;
    await finish();
    await sandbox.control("deliver");
    expect((await deliver(arrival("payment_intent.succeeded"))).status).toBe(200);
    return await stored(hold);
  };
  const refunds = async () => (await sandbox.stripe.refunds.list()).data;

  test("pays for its hold, as long as nothing else was tried", async () => {
    const paid = await chargedLate();
    expect(paid).toMatchObject({ status: "confirmed", attempt: 1, refunded: 0 });
    expect(await refunds()).toEqual([]);
    expect(await subjectsTo(buyer)).toHaveLength(1);
    await expectSameBooks(sandbox.stripe);
  });

  test("pays for its hold where it is heard of while that is given up", async () => {
    const hold = await failed();
    await finish();
    const [late] = (await sandbox.stripe.paymentIntents.list()).data;
    const over = addMinutes(now, 60);
    justBefore("Reservation", "updateOne", () => adoptPayment(hold, { paymentIntentId: late!.id }));
    // Taken for one without a payment, it is looked at again among those that have one.
    expect(await expireHolds(over)).toBe(0);
    const paid = { status: "confirmed", refunded: 0, paymentIntentId: late!.id };
    expect(await stored(hold)).toMatchObject(paid);
    expect(await refunds()).toEqual([]);
    await expectSameBooks(sandbox.stripe);
  });

  test("is given back once another attempt has paid", async () => {
    const paid = await chargedLate(press);
    expect(paid).toMatchObject({ status: "confirmed", attempt: 2, refunded: 0 });
    const given = await refunds();
    expect(given.map(({ amount }) => amount)).toEqual([paid.total]);
    expect(given[0]!.payment_intent).not.toBe(paid.paymentIntentId);
    await expectSameBooks(sandbox.stripe);
  });

  test("is given back where its days were given up meanwhile", async () => {
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    const dead = await chargedLate(async () => {
      const { _id } = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
      await cancelReservation({ reservationId: _id.toString(), by, now });
    });
    expect(dead).toMatchObject({ status: "dead" });
    expect((await refunds()).map(({ amount }) => amount)).toEqual([dead.total]);
  });
});

test("a payment of which only its card's refusal was heard is known by the page that it was tried on, too", async () => {
  const hold = await newHold();
  const reservationId = hold._id.toString();
  const page = await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
  await payOnPage(page, CARDS.declined);
  const { checkoutSessionId } = await stored(hold);
  // The press was answered by an error, and nothing was to be found then.
  const unknown = { $unset: { checkoutSessionId: 1, checkoutUrl: 1, paymentIntentId: 1 } };
  await ReservationModel.updateOne({ _id: hold._id }, unknown);
  await sandbox.settled();
  await sandbox.control("deliver");
  expect((await deliver(arrival("payment_intent.payment_failed"))).status).toBe(200);
  expect(await stored(hold)).toMatchObject({ status: "hold", checkoutSessionId });
});

test.each(["before it was heard of", "before its hold ran out"])(
  "a hold whose payment was given back whole in the dashboard %s is over, and not confirmed",
  async (when) => {
    const hold = await newHold();
    const reservationId = hold._id.toString();
    await payOnPage(await startPayment({ reservationId, buyerId: buyer._id.toString(), now }));
    await sandbox.settled();
    const [{ id } = { id: "" }] = (await sandbox.stripe.paymentIntents.list()).data;
    const whole = { reverse_transfer: true, refund_application_fee: true };
    await sandbox.stripe.refunds.create({ payment_intent: id, ...whole });
    await sandbox.settled();
    if (when === "before its hold ran out") expect(await expireHolds(addMinutes(now, 60))).toBe(1);
    await syncReservation(reservationId, { now });
    expect(await stored(hold)).toMatchObject({ status: "dead", refunded: hold.total });
    expect(await slotsHeld(hold)).toBe(0);
    const returned = expect.stringMatching(/^Paiement rendu/) as string;
    expect(await subjectsTo(buyer)).toEqual([returned]);
    const { made } = await myPayments(buyer._id.toString(), FIRST);
    expect(made.rows).toMatchObject([{ state: "Remboursé", refunded: hold.total }]);
    await expectSameBooks(sandbox.stripe);
  },
);

test("a payment on Stripe's page is found once, as its page, and that of another reservation not", async () => {
  const hold = await paidHold();
  const { stripeCustomerId } = (await UserModel.findById(buyer._id).lean())!;
  const found = async (reservationId: string) =>
    await findPayments({ reservationId, customerId: stripeCustomerId!, since: now });
  const { checkoutSessionId } = await stored(hold);
  expect(await found(hold._id.toString())).toEqual([{ checkoutSessionId }]);
  expect(await found(venue._id.toString())).toEqual([]);
});
