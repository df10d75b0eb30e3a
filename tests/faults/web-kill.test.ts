import { randomUUID } from "node:crypto";
import { trusted } from "mongoose";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  control,
  createOpenVenue,
  payable,
  sandboxState,
  stack,
  stripe,
  until,
  web,
} from "../support/running-stack";
import { createUser, createVenue } from "../support/fixtures";
import { httpCustomer, type HttpCustomer } from "../support/http-customer";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import { cardFields, submit } from "../support/stripe-journeys";
import { enqueue } from "@jobs/queue";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { balanceOf } from "~/payments/balance";
import { addDays, addMinutes, todayInParis } from "~/platform/days";

// Programs start and end in each of them.
vi.setConfig({ testTimeout: 60_000 });

/** What one day at the venue costs with its fee. */
const TOTAL = 54_000;
/** When the reconciliation looks at what the dead process had begun. */
const LATER_MINUTES = 6;

let venue: Venue;
let buyer: HttpCustomer;
let day = 20;

/** Days that no other test of this file has. */
const nextDay = () => addDays(todayInParis(new Date()), (day += 1));

beforeAll(async () => {
  venue = await createOpenVenue();
  buyer = await httpCustomer(stack.appUrl);
});

afterEach(async () => {
  await control("faults", { webhooks: "normal", nextAnswer: "normal" });
  await control("deliver");
  expect((await sandboxState()).deliveries.failed).toBe(0);
});

/** Ends the web process once `moment` has come, and whatever `doing` was waiting for with it. */
async function killDuring<T>(
  doing: Promise<T>,
  what: string,
  moment: () => Promise<boolean>,
): Promise<void> {
  const ended = doing.then(
    (answer) => ({ answer }),
    () => "cut off" as const,
  );
  await until(what, async () => (await moment()) || (await isSettled(ended)));
  await web.kill();
  expect(await ended).toBe("cut off");
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

/** Starts the web process again and lets the reconciliation do its turn, twice. */
async function recover(): Promise<void> {
  await control("faults", { nextAnswer: "normal" });
  await web.start();
  await control("settle");
  const now = addMinutes(new Date(), LATER_MINUTES);
  await reconcile(now);
  await reconcile(addMinutes(now, 2));
}

const charge = (where: Venue, startDate: string) =>
  buyer.postJson("/api/stripe/charge", {
    id: where._id.toString(),
    startDate,
    endDate: startDate,
    amount: TOTAL,
    paymentMethodId: "pm_card_visa",
    requestKey: randomUUID(),
  });

async function reservationOn(startDate: string): Promise<Reservation> {
  const found = await ReservationModel.find({ startDate }).lean();
  expect(found).toHaveLength(1);
  return found[0]!;
}

async function paymentsOf(startDate: string) {
  const { _id } = await reservationOn(startDate);
  const { data } = await stripe.paymentIntents.list({ limit: 100, expand: ["data.latest_charge"] });
  return data.filter(({ metadata }) => metadata.reservation === _id.toString());
}

/** Expects one payment for a day, and that Stripe, the reservation, its days and the ledger agree. */
async function expectAgreement(
  startDate: string,
  { status, received, refunded }: { status: ReservationState; received: number; refunded: number },
): Promise<Reservation> {
  const reservation = await reservationOn(startDate);
  expect(reservation).toMatchObject({ status, refunded, total: TOTAL });
  expect(reservation.history.filter(({ state }) => state === status)).toHaveLength(1);
  const payments = await paymentsOf(startDate);
  expect(payments.map(({ amount_received }) => amount_received)).toEqual([received]);
  const taken = payments[0]?.latest_charge;
  // Stripe calls an authorisation that was given back refunded, too.
  const back = status === "cancelled" && received === 0 ? TOTAL : refunded;
  expect(taken).toMatchObject({ amount: TOTAL, amount_refunded: back });
  const balance = balanceOf(await LedgerEntryModel.find({ reservation: reservation._id }).lean());
  expect(balance).toMatchObject({ paid: received, refunded });
  expect(balance.owner + balance.platform + balance.refunded).toBe(balance.paid);
  await expectSlotsToAgree();
  return reservation;
}

test("attack 24: in mid-booking: what was acknowledged stands, the rest is whole or not there", async () => {
  const customers = await Promise.all(Array.from({ length: 5 }, () => httpCustomer(stack.appUrl)));
  const acknowledged: string[] = [];
  const start = addDays(todayInParis(new Date()), 200);
  let cut = 0;
  const path = `/reservation/${venue._id.toString()}`;
  const bookUntilCut = async (customer: HttpCustomer) => {
    for (let n = 0; n < 25; n += 1) {
      // Three days each, which overlap those of the others.
      const first = addDays(start, 5 * n + (customers.indexOf(customer) % 3));
      const fields = { start: first, end: addDays(first, 2), requestKey: randomUUID() };
      try {
        const { status, location } = await customer.post(path, fields);
        if (status === 303) acknowledged.push(new URL(location!, stack.appUrl).search);
        // Taken, or more than all of one address may hold without paying.
        else expect([409, 429]).toContain(status);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        cut += 1;
        return;
      }
    }
  };
  const booking = Promise.all(customers.map(bookUntilCut));
  await until("6 bookings", async () => acknowledged.length >= 6);
  await web.kill();
  await booking;
  expect(cut).toBeGreaterThan(0);

  await web.start();
  const reservations = await expectSlotsToAgree();
  const stored = reservations.map(({ _id }) => `?demande=${_id.toString()}`);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
});

test("between the charge and its note: paid once, confirmed once", async () => {
  const startDate = nextDay();
  await control("faults", {
    webhooks: "lost",
    nextAnswer: "lost-after-deed",
    path: "/v1/payment_intents",
    times: 20,
  });
  const { payment_intent: before } = (await sandboxState()).objects;
  await killDuring(charge(venue, startDate), "a charge", async () => {
    return (await sandboxState()).objects.payment_intent !== before;
  });
  expect(await reservationOn(startDate)).toMatchObject({ status: "hold", attempt: 1 });
  await recover();
  const { _id } = await expectAgreement(startDate, {
    status: "confirmed",
    received: TOTAL,
    refunded: 0,
  });
  const page = `/reservation/${venue._id.toString()}/success?demande=${_id.toString()}`;
  expect((await buyer.get(page)).text).toContain("Paiement réussi\u00a0!");
});

test("while the buyer is on the payment page, and nobody tells: confirmed", async () => {
  const startDate = nextDay();
  const path = `/reservation/${venue._id.toString()}`;
  const fields = { start: startDate, end: startDate, requestKey: randomUUID() };
  const reserved = await buyer.post(path, fields);
  const page = await buyer.post(reserved.location!, { intent: "pay" });
  await control("faults", { webhooks: "lost" });
  await web.kill();
  expect((await submit(page.location!, cardFields("4242424242424242"))).status).toBe(303);
  await recover();
  await expectAgreement(startDate, { status: "confirmed", received: TOTAL, refunded: 0 });
});

test("between the owner's yes and its capture's note: taken once, confirmed once", async () => {
  const owner = await httpCustomer(stack.appUrl, await payable());
  const asking = await createVenue(owner.user, { needValidation: true });
  const startDate = nextDay();
  expect((await charge(asking, startDate)).status).toBe(200);
  const { _id } = await expectAgreement(startDate, { status: "pending", received: 0, refunded: 0 });

  const [payment] = await paymentsOf(startDate);
  await control("faults", {
    webhooks: "lost",
    nextAnswer: "lost-after-deed",
    path: `/v1/payment_intents/${payment!.id}/capture`,
    times: 20,
  });
  const yes = owner.post(`/mes-locations/demandes/${_id.toString()}/accepter`, {});
  await killDuring(yes, "a capture", async () => {
    const { status } = await stripe.paymentIntents.retrieve(payment!.id);
    return status === "succeeded";
  });
  expect(await reservationOn(startDate)).toMatchObject({ status: "capturing" });
  await recover();
  await expectAgreement(startDate, { status: "confirmed", received: TOTAL, refunded: 0 });
});

test("between a refund and its note: given back once, the days free", async () => {
  const startDate = nextDay();
  expect((await charge(venue, startDate)).status).toBe(200);
  await control("settle");
  const { _id } = await reservationOn(startDate);
  await control("faults", {
    webhooks: "lost",
    nextAnswer: "lost-after-deed",
    path: "/v1/refunds",
    method: "POST",
    times: 20,
  });
  const cancel = buyer.post(`/mes-demandes/${_id.toString()}/annuler`, {
    amount: String(TOTAL),
    paid: String(TOTAL),
  });
  const { refund: before } = (await sandboxState()).objects;
  await killDuring(cancel, "a refund", async () => {
    return (await sandboxState()).objects.refund !== before;
  });
  expect(await reservationOn(startDate)).toMatchObject({ status: "cancelling" });
  await recover();
  await expectAgreement(startDate, { status: "cancelled", received: TOTAL, refunded: TOTAL });
  const { data } = await stripe.refunds.list({ limit: 100 });
  expect(data.filter(({ metadata }) => metadata?.reservation === _id.toString())).toHaveLength(1);
});

test("between the release of unanswered requests and its note: given back and told once, the days free", async () => {
  const asking = await createVenue(await createUser(await payable()), { needValidation: true });
  const days = [nextDay(), nextDay(), nextDay()];
  for (const startDate of days) expect((await charge(asking, startDate)).status).toBe(200);
  const payments = (await Promise.all(days.map(paymentsOf))).flat();
  await control("faults", {
    webhooks: "lost",
    nextAnswer: "lost-after-deed",
    path: `/v1/payment_intents/${payments[1]!.id}/cancel`,
    times: 20,
  });
  await until("the mails that ask to leave", async () => {
    return (await MailModel.countDocuments({ status: "queued" })) === 0;
  });
  await ReservationModel.updateMany({ venueId: asking._id }, { $set: { answerBy: new Date() } });
  expect(await enqueue("expire-requests")).toBe(true);
  await until("a release", async () => {
    const { status } = await stripe.paymentIntents.retrieve(payments[1]!.id);
    return status === "canceled";
  });
  await web.kill();
  for (const startDate of days) {
    expect(await reservationOn(startDate)).toMatchObject({ status: "cancelling" });
  }
  await recover();
  for (const startDate of days) {
    const { _id, history } = await expectAgreement(startDate, {
      status: "cancelled",
      received: 0,
      refunded: 0,
    });
    expect(history.filter(({ state }) => state === "cancelling")).toHaveLength(1);
    const told = trusted({ $regex: `^reservation-unanswered:${_id.toString()}:` });
    expect(await MailModel.countDocuments({ key: told })).toBe(2);
  }
});
