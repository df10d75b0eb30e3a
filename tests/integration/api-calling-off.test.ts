import { createPayableVenue, sandbox, stored } from "../support/payments";
import { Types } from "mongoose";
import { beforeEach, expect, test } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { action as cancelAction } from "~/routes/api/location/cancel-reservation";
import { action as chargeAction } from "~/routes/api/stripe/charge";
import { action as refundAction } from "~/routes/api/stripe/refund";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { Visitor, type Handler } from "../support/visitor";

/** What a program is told of a reservation that it calls off, and what it may say. */

useDatabase();

const startDate = addDays(todayInParis(new Date()), 40);
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

async function call(action: Handler, person: User, json: object) {
  const visitor = new Visitor();
  await visitor.context().session.start(person._id);
  const response = await visitor.visit(action, "/api", { json });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function charge(paymentMethodId = "pm_card_visa") {
  const days = { startDate, endDate: startDate };
  const body = { id: venue._id.toString(), amount: TOTAL, paymentMethodId, ...days };
  const { status } = await call(chargeAction, buyer, body);
  return { status, reservation: (await ReservationModel.findOne().lean())! };
}

const which = () => ({
  ...{ buyerId: buyer._id.toString(), locationId: venue._id.toString(), startDate },
});

test("tells how far the money has come back while Stripe does not answer", async () => {
  const { reservation } = await charge();
  const byPayment = { paymentIntentId: reservation.paymentIntentId, startDate };
  await sandbox.control("faults", { nextAnswer: "500", path: "/v1/refunds", times: 99 });
  const underWay = { success: true, status: "cancelling", refunded: 0, due: TOTAL };
  expect((await call(refundAction, buyer, byPayment)).body).toEqual(underWay);
  expect((await call(cancelAction, buyer, which())).body).toEqual(underWay);
  await sandbox.control("faults", { nextAnswer: "normal" });
  await reconcile(addMinutes(new Date(), 5));
  const over = { success: true, status: "cancelled", refunded: TOTAL, due: TOTAL };
  expect((await call(refundAction, buyer, byPayment)).body).toEqual(over);
  expect((await call(cancelAction, buyer, which())).body).toEqual(over);
});

const toldToBuyer = async () =>
  (await MailModel.find({ to: buyer.email }).lean()).map(({ text }) => text).join("\n");

test("an owner's reason reaches the buyer", async () => {
  const { reservation } = await charge();
  const why = "Un dégât des eaux";
  expect((await call(cancelAction, owner, { ...which(), why })).status).toBe(200);
  expect((await stored(reservation)).cancellation?.why).toBe(why);
  expect(await toldToBuyer()).toContain(
    `Motif donné par le propriétaire\u00a0: «\u00a0${why}\u00a0»`,
  );
});

test("without an owner's words no reason is told", async () => {
  const { reservation } = await charge();
  const byPayment = { paymentIntentId: reservation.paymentIntentId, startDate };
  expect((await call(refundAction, owner, byPayment)).status).toBe(200);
  expect(await toldToBuyer()).toContain("Le propriétaire a annulé votre réservation");
  expect(await toldToBuyer()).not.toContain("Motif");
});

test("a buyer gives up days that they hold unpaid", async () => {
  const { status, reservation } = await charge("pm_card_visa_chargeDeclined");
  expect([status, reservation.status]).toEqual([402, "hold"]);
  for (const other of [owner, await createUser()]) {
    expect((await call(cancelAction, other, which())).status).toBe(403);
  }
  expect((await stored(reservation)).status).toBe("hold");
  expect(await call(cancelAction, buyer, which())).toEqual({
    ...{ status: 200, body: { success: true, status: "cancelled", refunded: 0, due: 0 } },
  });
  expect((await stored(reservation)).status).toBe("dead");
  expect((await call(cancelAction, buyer, which())).status).toBe(404);
});

const someId = new Types.ObjectId();
test.each([
  ["an offer", { offer: someId }],
  ["a supplement's", { supplementTo: { reservation: someId, startDate, endDate: startDate } }],
  ["out of time", { holdUntil: addMinutes(new Date(), -1) }],
])("leaves a hold alone that is %s", async (_, fields) => {
  const hold = await createReservation({ venue, buyer, status: "hold", startDate });
  await ReservationModel.updateOne({ _id: hold._id }, { $set: fields });
  expect((await call(cancelAction, buyer, which())).status).toBe(404);
  expect((await stored(hold)).status).toBe("hold");
});
