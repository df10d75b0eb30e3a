import {
  createPayableVenue,
  ledgerOf,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
} from "../support/payments";
import { beforeEach, expect, test } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import { StripeEventModel } from "@models/stripe-event";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { acceptRequest } from "~/bookings/answer/answer-request.server";
import { cancelByDay } from "~/bookings/cancel/api-cancellation.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { charge } from "~/bookings/payment/charge.server";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { addDays, addMinutes, parisMidnight, todayInParis } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

useDatabase();

const now = new Date();
const TOTAL = 54_000;
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ venue, owner } = await createPayableVenue());
  buyer = await createUser();
});

let keys = 0;
const request = (fields: object = {}) => ({
  venueId: venue._id.toString(),
  buyer: { id: buyer._id.toString() },
  startDate: addDays(todayInParis(now), 10),
  endDate: addDays(todayInParis(now), 10),
  requestKey: `form-${(keys += 1)}`,
  now,
  ...fields,
});

async function charged(fields: object = {}): Promise<Reservation> {
  const { redirectUrl } = await charge({ ...request(fields), paymentMethodId: "pm_card_visa" });
  const id = new URL(redirectUrl, "http://localhost").searchParams.get("demande");
  await sandbox.settled();
  return (await ReservationModel.findById(id).lean())!;
}

test("cancelled while the buyer's bank disputes the payment: the days are free, nothing goes back twice", async () => {
  const reservation = await charged();
  await sandbox.control("disputes", { payment_intent: reservation.paymentIntentId });
  await cancelReservation({
    reservationId: reservation._id.toString(),
    by: { role: "owner", userId: owner._id.toString() },
    now,
  });
  await reconcile(addMinutes(now, 6));
  expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 0 });
  expect(await slotsHeld(reservation)).toBe(0);
  expect(await ledgerOf(reservation)).toMatchObject({ captured: TOTAL, disputed: TOTAL });
});

test("attack 16: the price falls while a hold waits: who pays the new one is not charged the old one", async () => {
  const same = request({ expectedTotal: TOTAL });
  const before = await reserve(same);
  await VenueModel.updateOne({ _id: venue._id }, { $set: { price: 40_000 } });
  const after = await reserve({ ...same, expectedTotal: 45_000 });
  expect(after.total).toBe(45_000);
  expect((await stored(before)).status).toBe("dead");
  expect(await slotsHeld(after)).toBe(2);
});

test("strangers cannot find out who has reserved what", async () => {
  const { startDate } = await charged();
  const stranger = await createUser();
  const probe = {
    venueId: venue._id.toString(),
    buyerId: buyer._id.toString(),
    person: { id: stranger._id.toString(), cancelAny: null },
    now,
  };
  for (const day of [startDate, addDays(startDate, 1)]) {
    const answer = cancelByDay({ ...probe, startDate: day });
    await expect(answer).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("a request for tomorrow cannot be accepted once its last day is over", async () => {
  await VenueModel.updateOne({ _id: venue._id }, { $set: { needValidation: true } });
  const tomorrow = addDays(todayInParis(now), 1);
  const lastMinute = addMinutes(parisMidnight(tomorrow), -5);
  const hold = await reserve(request({ startDate: tomorrow, endDate: tomorrow, now: lastMinute }));
  // Paid twenty minutes later, on the very day.
  const paidAt = addMinutes(lastMinute, 20);
  const reservationId = hold._id.toString();
  const buyerId = buyer._id.toString();
  // Stripe opens a page for 24 hours at most, by its own clock.
  await sandbox.control("clock", { offsetMs: paidAt.getTime() - Date.now() });
  await payOnPage(await startPayment({ reservationId, buyerId, now: paidAt }));
  expect(await syncReservation(reservationId, { now: paidAt })).toMatchObject({
    status: "pending",
    answerBy: parisMidnight(addDays(tomorrow, 1)),
  });
});

test("an owner who was banned cannot accept by the link of an old mail", async () => {
  await VenueModel.updateOne({ _id: venue._id }, { $set: { needValidation: true } });
  const reservation = await charged();
  await UserModel.updateOne({ _id: owner._id }, { $set: { bannedAt: now } });
  const reservationId = reservation._id.toString();
  const answer = acceptRequest({ reservationId, ownerId: null, now });
  await expect(answer).rejects.toMatchObject({ code: "not_found" });
  expect((await stored(reservation)).status).toBe("pending");
});

test("an owner's account that Stripe no longer pays: a refusal, and the next try is free", async () => {
  await UserModel.updateOne({ _id: owner._id }, { $set: { accountId: "acct_gone" } });
  const paying = charge({ ...request(), paymentMethodId: "pm_card_visa" });
  await expect(paying).rejects.toMatchObject({ code: "payment_failed" });
  const hold = (await ReservationModel.findOne().lean())!;
  expect(hold.opening).toBeUndefined();
  const opening = startPayment({
    reservationId: hold._id.toString(),
    buyerId: buyer._id.toString(),
    now,
  });
  await expect(opening).rejects.toMatchObject({ code: "payment_failed" });
  expect((await sandbox.state()).objects.payment_intent).toBe(0);
});

test("an event about something that Stripe does not know is done with after some days, not retried for ever", async () => {
  const event = {
    _id: "evt_orphan",
    type: "charge.refunded",
    endpoint: "platform" as const,
    objectId: "ch_of_nobody",
    receivedAt: addMinutes(now, -4 * 24 * 60),
  };
  await StripeEventModel.create(event);
  // The key may be another platform's: it waits at first.
  await expect(handleEvent({ ...event, receivedAt: now }, now)).rejects.toThrow("ch_of_nobody");
  await handleEvent(event, now);
  expect((await StripeEventModel.findById(event._id).lean())?.handledAt).toEqual(now);
});
