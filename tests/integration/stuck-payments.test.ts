import { createPayableVenue, mailsLeft, sandbox, slotsHeld, stored } from "../support/payments";
import mongoose from "mongoose";
import Stripe from "stripe";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import { StripeEventModel } from "@models/stripe-event";
import type { User } from "@models/user";
import { findCases } from "~/admin/cases/find-cases.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { charge } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { stripe } from "~/payments/gateway.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/** What no further turn of a job finishes: somebody is told of it, and it keeps nothing else from its turn. */

useDatabase();

const now = new Date();
const later = (minutes: number) => addMinutes(now, minutes);
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
  vi.spyOn(logger, "error").mockReturnValue();
});

const idOf = ({ _id }: Pick<Reservation, "_id">) => _id.toString();
const forbid = (path: string) =>
  sandbox.control("faults", { nextAnswer: "forbidden", path, method: "POST", times: 999 });
const cancel = (reservation: Reservation) =>
  cancelReservation({
    reservationId: idOf(reservation),
    by: { role: "buyer", userId: buyer._id.toString() },
    now,
  });

async function stay() {
  const { venue } = await createPayableVenue({ needValidation: true });
  const startDate = addDays(todayInParis(now), 40);
  return {
    ...{ venueId: venue._id.toString(), buyer: { id: buyer._id.toString() } },
    ...{ startDate, endDate: startDate, requestKey: "form", now },
  };
}

/** Paid, and not answered. */
async function request(): Promise<Reservation> {
  const wanted = await stay();
  await charge({ ...wanted, paymentMethodId: "pm_card_visa" });
  await mailsLeft();
  return (await ReservationModel.findOne({ venueId: wanted.venueId }).lean())!;
}

test("a refund that the key may not make ends the reservation and is a case that says so", async () => {
  const { reservation } = await confirmReservation(buyer, { now });
  await forbid("/v1/refunds");
  expect(await cancel(reservation)).toMatchObject({ status: "cancelled", refunded: 0 });
  expect(await slotsHeld(reservation)).toBe(0);
  const context = expect.stringContaining("The provided key may not") as string;
  expect((await findCases()).cases).toMatchObject([{ kind: "payment", context }]);
  await sandbox.control("faults", { nextAnswer: "normal" });
  await reconcile(later(6));
  expect(await stored(reservation)).toMatchObject({ refunded: 162_000 });
  expect((await findCases()).cases).toEqual([]);
});

test("an authorisation that cannot be released fails the job an hour later, with the others done", async () => {
  const [first, second] = [await request(), await request()];
  await forbid(`/v1/payment_intents/${first.paymentIntentId}/cancel`);
  const [due, hour] = [24 * 60 + 1, 60];
  expect(await expireRequests(later(due))).toBe(2);
  expect([await stored(first), await stored(second)]).toMatchObject([
    { status: "cancelling" },
    { status: "cancelled" },
  ]);
  await reconcile(later(due + hour - 1));
  const other = await request();
  await ReservationModel.updateOne({ _id: other._id }, { status: "cancelling" });
  await expect(reconcile(later(due + hour))).rejects.toThrow(idOf(first));
  expect(await stored(other)).toMatchObject({ status: "cancelled" });
  await sandbox.control("faults", { nextAnswer: "normal" });
  await reconcile(later(due + hour + 2));
  expect(await stored(first)).toMatchObject({ status: "cancelled" });
});

test("a hold that cannot be ended fails the sweep an hour later, with the others ended", async () => {
  const opened: Reservation[] = [];
  for (const requestKey of ["first", "second"]) {
    const hold = await reserve({ ...(await stay()), requestKey });
    const reservationId = idOf(hold);
    await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
    opened.push(await stored(hold));
  }
  const [first, second] = opened as [Reservation, Reservation];
  await forbid(`/v1/checkout/sessions/${first.checkoutSessionId}/expire`);
  const due = (first.holdUntil!.getTime() - now.getTime()) / 60_000;
  expect(await expireHolds(later(due + 59))).toBe(1);
  expect(await stored(second)).toMatchObject({ status: "dead" });
  await expect(expireHolds(later(due + 60))).rejects.toThrow(idOf(first));
});

test("holds that Stripe need not be asked about end first, and of the others no more are tried once it does not answer", async () => {
  const { venue } = await createPayableVenue();
  const hold = async (index: number, fields: Partial<Reservation>) => {
    const startDate = addDays(todayInParis(now), 40 + index);
    const holdUntil = later(index - 30);
    return await createReservation({
      ...({ venue, buyer, status: "hold" } as const),
      ...{ startDate, holdUntil, ...fields },
    });
  };
  for (let index = 0; index < 20; index += 1) await hold(index, { paymentIntentId: `pi_${index}` });
  const without = await hold(20, {});
  const away = new Stripe.errors.StripeConnectionError({ message: "away", type: "api_error" });
  const { paymentIntents } = stripe();
  const asked = [
    vi.spyOn(paymentIntents, "retrieve").mockRejectedValue(away),
    vi.spyOn(paymentIntents, "cancel").mockRejectedValue(away),
  ];
  onTestFinished(() => asked.forEach((spy) => spy.mockRestore()));
  expect(await expireHolds(now)).toBe(1);
  expect(await stored(without)).toMatchObject({ status: "dead" });
  expect(asked.flatMap(({ mock }) => mock.calls).length).toBeLessThan(12);
});

test.each([
  { error: new Error("not forgotten"), isStuck: true },
  { error: new Refusal("unavailable"), isStuck: false },
])(
  "holds that could not be ended are told of beside what keeps from forgetting the others, unless it is an outage: $error",
  async ({ error, isStuck }) => {
    const { venue } = await createPayableVenue();
    const startDate = addDays(todayInParis(now), 40);
    const common = { venue, buyer, startDate, status: "hold" } as const;
    const hold = await createReservation({ ...common, holdUntil: later(-60) });
    const broken = vi.spyOn(mongoose.connection, "transaction");
    const find = ReservationModel.find.bind(ReservationModel);
    const finding = vi.spyOn(ReservationModel, "find");
    onTestFinished(() => [broken, finding].forEach((spy) => spy.mockRestore()));
    broken.mockRejectedValue(new Error("does not go"));
    finding.mockImplementation(((filter: object, ...rest: [object]) => {
      if ("unpaidBy" in filter) throw error;
      return find(filter, ...rest);
    }) as never);
    await expect(expireHolds(now)).rejects.toMatchObject({
      message: expect.stringContaining(idOf(hold)) as string,
      errors: [new Error("does not go"), ...(isStuck ? [error] : [])],
    });
  },
);

test("requests and changes that cannot be ended fail their sweep an hour later", async () => {
  const { venue } = await createPayableVenue();
  const startDate = addDays(todayInParis(now), 40);
  const common = { venue, buyer, startDate };
  const pending = await createReservation({ ...common, status: "pending", answerBy: now });
  const change = {
    ...{ startDate: addDays(startDate, 9), endDate: addDays(startDate, 9) },
    ...({ startSlot: "AM", endSlot: "PM", at: now, until: now } as const),
  };
  const confirmed = await createReservation({
    ...{ ...common, startDate: addDays(startDate, 2), status: "confirmed", change },
  });
  const broken = vi.spyOn(mongoose.connection, "transaction");
  onTestFinished(() => broken.mockRestore());
  broken.mockRejectedValue(new Error("does not go"));
  for (const [sweep, { _id }] of [
    [expireRequests, pending],
    [expireChanges, confirmed],
  ] as const) {
    expect(await sweep(later(59))).toBe(0);
    await expect(sweep(later(60))).rejects.toThrow(_id.toString());
  }
  // What the database or Stripe keep is told as such.
  broken.mockRejectedValue(new Refusal("unavailable"));
  expect(await expireRequests(later(60))).toBe(0);
});

test("one request that cannot be cancelled keeps none of the others, and is the one that is named", async () => {
  const { venue } = await createPayableVenue();
  const made: Reservation[] = [];
  for (let index = 0; index < 3; index += 1) {
    const startDate = addDays(todayInParis(now), 40 + index);
    const common = { venue, buyer, startDate, status: "pending" } as const;
    made.push(await createReservation({ ...common, answerBy: later(index - 3) }));
  }
  const culprit = idOf(made[1]!);
  const update = ReservationModel.updateMany.bind(ReservationModel);
  const broken = vi.spyOn(ReservationModel, "updateMany");
  onTestFinished(() => broken.mockRestore());
  broken.mockImplementation(((filter: object, ...rest: [object]) => {
    if (JSON.stringify(filter).includes(culprit)) throw new Error("does not go");
    return update(filter, ...rest);
  }) as never);
  await expect(expireRequests(later(60))).rejects.toThrow(
    new RegExp(`Some requests could not be cancelled.*: ${culprit}$`),
  );
  const states = await Promise.all(made.map(async (one) => (await stored(one)).status));
  expect(states).toEqual(["cancelled", "pending", "cancelled"]);
});

test("of many that are stuck the case names five, and the log each", async () => {
  const { venue } = await createPayableVenue();
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const startDate = addDays(todayInParis(now), 40 + index);
    const common = { venue, buyer, startDate, status: "hold" } as const;
    ids.push(idOf(await createReservation({ ...common, holdUntil: later(index - 66) })));
  }
  const broken = vi.spyOn(mongoose.connection, "transaction");
  onTestFinished(() => broken.mockRestore());
  broken.mockRejectedValue(new Error("does not go"));
  const written = vi.spyOn(logger, "error").mockReturnValue().mockClear();
  await expect(expireHolds(now)).rejects.toThrow("and 1 more");
  const told = written.mock.calls.map(([fields]) => (fields as { of?: string }).of);
  expect(told.sort()).toEqual(ids.sort());
});

test("an event that cannot be acted on fails the job for as long as it waits, also where it is not its turn", async () => {
  await StripeEventModel.create({
    ...{ _id: "evt_1", type: "charge.dispute.closed", endpoint: "platform", objectId: "dp_1" },
    ...{ receivedAt: now, attempts: 6, nextAttemptAt: later(120) },
  });
  await reconcile(later(59));
  await expect(reconcile(later(60))).rejects.toThrow("evt_1");
  await StripeEventModel.updateOne({ _id: "evt_1" }, { handledAt: later(61) });
  await reconcile(later(62));
});
