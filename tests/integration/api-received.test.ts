import { createPayableVenue, sandbox, stored } from "../support/payments";
import { beforeEach, expect, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import type { User } from "@models/user";
import { ReservationModel } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { apiReceived } from "~/bookings/lists/api-received.server";
import { bookingPage } from "~/bookings/reserve/booking-page.server";
import { addDays, addMinutes, formatDay, todayInParis } from "~/platform/days";
import { action as acceptAction } from "~/routes/api/location/accept-reservation/$id";
import { action as deleteAction } from "~/routes/api/location/delete-my-location/$id";
import { loader as publicLoader } from "~/routes/api/location/$id";
import { loader as myVenuesLoader } from "~/routes/api/location/get-my-locations";
import { loader as myVenueLoader } from "~/routes/api/location/my-location/$id";
import { action as chargeAction } from "~/routes/api/stripe/charge";
import { formatPeriod, periodOf, slotId } from "~/rules/calendar";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { Visitor, type Handler } from "../support/visitor";

/** What an owner's program learns of the reservations of a venue, and what everybody's does. */

useDatabase();

const now = new Date();
const today = todayInParis(now);
const startDate = addDays(today, 40);
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ venue, owner } = await createPayableVenue({ needValidation: true }));
  buyer = await createUser();
});

async function call(handler: Handler, person: User | null, id?: string, json?: object) {
  const visitor = new Visitor();
  if (person) await visitor.context().session.start(person._id);
  const response = await visitor.visit(handler, "/api", { params: id ? { id } : {}, json });
  return { status: response.status, body: (await response.json()) as { location?: object } };
}

const days = (inDays: number) => {
  const day = addDays(today, inDays);
  return { startDate: day, endDate: day, startSlot: "AM", endSlot: "PM" };
};

test("an owner's program finds the request that it accepts", async () => {
  const id = venue._id.toString();
  const body = { id, amount: 54_000, paymentMethodId: "pm_card_visa" };
  await call(chargeAction, buyer, undefined, { ...body, startDate, endDate: startDate });

  const { body: answer } = await call(myVenueLoader, owner, id);
  expect(answer).toMatchObject({ count: 1, page: 1, pages: 1 });
  const { reservations, accountId } = answer.location as {
    reservations: { _id: string }[];
    accountId: string;
  };
  const userId = buyer._id.toString();
  const request = { _id: expect.any(String) as string, userId, ...days(40), status: "pending" };
  expect(reservations).toEqual([request]);
  expect(accountId).toBe(owner.accountId);

  expect((await call(acceptAction, owner, reservations[0]!._id, {})).status).toBe(200);
  expect((await stored({ _id: reservations[0]!._id as never })).status).toBe("confirmed");
  expect((await call(myVenueLoader, owner, id)).body).toMatchObject({
    location: { reservations: [{ ...request, status: "confirmed" }] },
  });
});

test("reservations are those that an owner is shown, newest first, a page at a time", async () => {
  const booked = (status: "hold" | "dead" | "cancelled" | "confirmed" | "pending", day: number) =>
    createReservation({ venue, buyer, status, startDate: addDays(today, day) });
  await booked("hold", 4);
  await booked("dead", 5);
  const called = await booked("cancelled", 6);
  const over = await booked("confirmed", -6);
  const request = await booked("pending", 8);
  // In the same instant: the later one by its id.
  await ReservationModel.updateOne({ _id: over._id }, { createdAt: request.createdAt });
  const { location, count } = await apiReceived(owner._id.toString(), venue._id.toString(), {
    ...{ page: 1, now },
  });
  const told = location.reservations.map(({ _id, status }) => [_id, status]);
  expect(told).toEqual([
    [request._id.toString(), "pending"],
    [over._id.toString(), "ended"],
    [called._id.toString(), "cancelled"],
  ]);
  expect(count).toBe(3);
});

test("a page past the last is the last, however many there are of them", async () => {
  const visitor = new Visitor();
  await visitor.context().session.start(owner._id);
  const params = { id: venue._id.toString() };
  const response = await visitor.visit(myVenueLoader, "/api?page=51", { params });
  expect(await response.json()).toMatchObject({ count: 0, page: 1, pages: 1 });
});

test("others are told when it cannot be had, and by nobody's name", async () => {
  const id = venue._id.toString();
  await VenueModel.updateOne({ _id: venue._id }, { time: "Half" });
  await createReservation({ venue, buyer, status: "confirmed", startDate });
  const day = addDays(today, 50);
  const half = { day, slot: "PM" } as const;
  const block = { _id: slotId(id, half), venue: venue._id, ...half, block: "owner" };
  await BookedSlotModel.create(block);
  for (const person of [null, await createUser()]) {
    const { body } = await call(publicLoader, person, id);
    expect(body.location).toMatchObject({
      taken: [days(40), { ...days(50), startSlot: "PM" }],
    });
    expect(body.location).not.toHaveProperty("reservations");
    expect(body.location).not.toHaveProperty("accountId");
    expect(JSON.stringify(body)).not.toContain(buyer._id.toString());
  }
  expect((await call(myVenueLoader, await createUser(), id)).status).toBe(404);
});

test("what one holds there and has not paid is taken for others, as on the venue's page", async () => {
  const id = venue._id.toString();
  const held = { holdUntil: addMinutes(new Date(), 20), startDate };
  await createReservation({ venue, buyer, status: "hold", ...held });
  const takenFor = async (person: User | null) =>
    (await call(publicLoader, person, id)).body.location;
  expect(await takenFor(buyer)).toMatchObject({ taken: [] });
  expect(await takenFor(null)).toMatchObject({ taken: [days(40)] });
});

test("others are told whole days of a venue rented by the day, though a half of one be for preparation", async () => {
  await VenueModel.updateOne({ _id: venue._id }, { time: "Day", preparationAfter: 1 });
  await createReservation({ venue, buyer, status: "confirmed", startDate });
  // Whoever came the day before would have no half day after it.
  const before = addDays(startDate, -1);
  const whole = { startDate: before, endDate: startDate, startSlot: "AM", endSlot: "PM" };
  const { body } = await call(publicLoader, null, venue._id.toString());
  expect(body.location).toMatchObject({ taken: [whole] });
  const page = await bookingPage(venue._id.toString(), { viewerId: null, raw: {}, now });
  expect(page.unavailable).toEqual([`du ${formatDay(before)} au ${formatDay(startDate)}`]);
});

test("an owner's list names the account that is paid", async () => {
  const { body } = await call(myVenuesLoader, owner);
  expect(body).toMatchObject({ locations: [{ accountId: owner.accountId }] });
});

test("a venue that is not deleted for its reservations is refused with the list of them", async () => {
  const booked = await createReservation({ venue, buyer, status: "confirmed", startDate });
  await createReservation({ venue, buyer, status: "hold", startDate: addDays(startDate, 4) });
  const visitor = new Visitor();
  await visitor.context().session.start(owner._id);
  const request = new Request("http://localhost/", { method: "DELETE" });
  const params = { id: venue._id.toString() };
  const response = await deleteAction({ request, params, context: visitor.context() });
  expect(response.status).toBe(409);
  const { reservations } = (await response.json()) as { reservations: unknown };
  const period = formatPeriod(periodOf(booked));
  expect(reservations).toEqual([{ reference: booked.reference, period, state: "Confirmée" }]);
});
