import { sandbox, stored, subjectsTo } from "../support/payments";
import { beforeEach, expect, test } from "vitest";
import type { Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { chargeHeld } from "~/bookings/payment/charge.server";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { addDays, parisNoon, todayInParis, type Day } from "~/platform/days";
import { byDay } from "../support/by-day";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { newMember, type Member } from "../support/members";

/** Who gets the days that they waited for, in whatever way, waits for them no longer. */

useDatabase();

const now = new Date();
const FIRST = addDays(todayInParis(now), 40);
const day = (count: number) => addDays(FIRST, count);
let buyer: Member;
let other: Member;
let venue: Venue;
let ownerId: string;
/** Of three days, from `FIRST` on. */
let reservation: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await newMember();
  other = await newMember();
  const made = await confirmReservation(buyer.user, { price: 33_333, now });
  ({ reservation, venue } = made);
  ownerId = made.owner._id.toString();
});

const dates = (first: Day, last = first) => ({ startDate: first, endDate: last });
const wait = (raw: ReturnType<typeof dates>, who = buyer) =>
  leaveWish({ venueId: venue._id.toString(), userId: who.id, raw, now });
const state = async ({ _id }: Wish) => (await WishModel.findById(_id).lean())?.state;
const shut = (raw: ReturnType<typeof dates>) =>
  closeDays(ownerId, venue._id.toString(), { raw, now });
const open = (raw: ReturnType<typeof dates>) =>
  reopenDays(ownerId, venue._id.toString(), { ...raw, startSlot: "AM", endSlot: "PM" });
const hold = (raw: ReturnType<typeof dates>) =>
  reserve({ venueId: venue._id.toString(), buyer, now, ...raw, requestKey: raw.startDate });
const pay = ({ _id, total }: Reservation) =>
  chargeHeld({
    ...{ reservationId: _id.toString(), venueId: venue._id.toString(), buyer },
    ...{ expectedTotal: total, paymentMethodId: "pm_card_visa", now },
  });
const cancel = ({ _id }: Reservation) =>
  cancelReservation({
    ...{ reservationId: _id.toString(), by: { role: "buyer", userId: buyer.id } },
    now,
  });

/** Waited for while the owner had them closed, and reserved before the list's turn came. */
async function hadFirst(): Promise<{ wish: Wish; had: Reservation }> {
  await shut(dates(day(9), day(10)));
  const wish = await wait(dates(day(9)));
  await open(dates(day(9), day(10)));
  return { wish, had: await hold(dates(day(9), day(10))) };
}

test.each([false, true])("by a payment, of a request: %s", async (needValidation) => {
  await VenueModel.updateOne({ _id: venue._id }, { needValidation });
  const { wish, had } = await hadFirst();
  const others = await wait(dates(day(9)), other);
  const beyond = await wait(dates(day(10), day(11)), other);
  // Unpaid it may come to nothing.
  expect(await state(wish)).toBe("waiting");
  await pay(had);
  expect((await stored(had)).status).toBe(needValidation ? "pending" : "confirmed");
  expect(await WishModel.findById(wish._id).lean()).toMatchObject({ state: "taken" });
  expect(await WishModel.findById(wish._id).lean()).not.toHaveProperty("guards");
  expect([await state(others), await state(beyond)]).toEqual(["waiting", "waiting"]);
  // Given up, they are no longer theirs to be offered.
  await cancel(had);
  await offerWishes(byDay(now));
  expect([await state(wish), await state(others)]).toEqual(["taken", "offered"]);
});

test("by two reservations, of which one has each of the days", async () => {
  await shut(dates(day(9), day(10)));
  const wish = await wait(dates(day(9), day(10)));
  await open(dates(day(9), day(10)));
  await pay(await hold(dates(day(9))));
  expect(await state(wish)).toBe("waiting");
  await pay(await hold(dates(day(10))));
  expect(await state(wish)).toBe("taken");
});

test.each([
  ["at the same price", dates(day(1), day(3))],
  ["at a higher one, once that is paid", dates(FIRST, day(3))],
])("by other dates %s", async (_, raw) => {
  await shut(dates(day(3)));
  const wish = await wait(dates(day(3)));
  await open(dates(day(3)));
  const made = await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, now },
    raw,
  });
  if ("supplement" in made) {
    expect(await state(wish)).toBe("waiting");
    await pay(made.supplement);
  }
  expect(await stored(reservation)).toMatchObject(raw);
  expect(await state(wish)).toBe("taken");
});

test.each([
  ["at the same price", dates(day(2), day(4))],
  ["at a higher one, once that is paid", dates(day(2), day(5))],
])("but not by other dates %s, for which some of the days are left", async (_, raw) => {
  await shut(dates(day(3)));
  const wish = await wait(dates(day(1), day(3)));
  await open(dates(day(3)));
  const made = await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, now },
    raw,
  });
  if ("supplement" in made) await pay(made.supplement);
  expect(await stored(reservation)).toMatchObject(raw);
  expect(await state(wish)).toBe("waiting");
});

test("and is not told that they did not come free, though they were written down as waiting", async () => {
  const { wish, had } = await hadFirst();
  await pay(had);
  await WishModel.updateOne({ _id: wish._id }, { state: "waiting" });
  const late = await wait(dates(day(9)), other);
  await offerWishes(parisNoon(day(9)));
  expect([await state(wish), await state(late)]).toEqual(["taken", "lapsed"]);
  const ended = async ({ user }: Member) =>
    (await subjectsTo(user)).filter((subject) => subject.startsWith("Liste d’attente"));
  expect(await ended(buyer)).toEqual([]);
  expect(await ended(other)).toHaveLength(1);
});

test("nor can anybody wait for what is theirs, but for what others have beside it", async () => {
  for (const raw of [dates(FIRST), dates(FIRST, day(2))]) {
    await expect(wait(raw)).rejects.toMatchObject({ code: "wish_days_yours" });
  }
  await hold(dates(day(5)));
  await expect(wait(dates(day(5)))).rejects.toMatchObject({ code: "wish_days_yours" });
  await expect(wait(dates(day(6)))).rejects.toMatchObject({ code: "wish_days_free" });
  expect(await wait(dates(day(5)), other)).toMatchObject({ state: "waiting" });
  await shut(dates(day(6)));
  expect(await wait(dates(day(5), day(6)))).toMatchObject({ state: "waiting" });
});

test("by other dates on what they prepared in, not what they prepare in by now", async () => {
  await VenueModel.updateOne({ _id: venue._id }, { preparationAfter: 2 });
  const had = await hold(dates(day(9)));
  await pay(had);
  const [gained, left] = [await wait(dates(day(10))), await wait(dates(day(9), day(10)))];
  const change = { reservationId: had._id.toString(), buyerId: buyer.id, now };
  await changeDates({ ...change, raw: dates(day(10)) });
  expect([await state(gained), await state(left)]).toEqual(["taken", "waiting"]);
});

test("nor is anybody refused to whom not all of the days are, nor their wait ended", async () => {
  // Theirs, and free ones.
  const mixed = await wait(dates(day(2), day(4)));
  await VenueModel.updateOne({ _id: venue._id }, { preparationAfter: 2 });
  const had = await hold(dates(day(6)));
  // What their own days are cleared up in, and what would be cleared up during them.
  const beside = [await wait(dates(day(7))), await wait(dates(day(5)))];
  await expect(wait(dates(day(6)))).rejects.toMatchObject({ code: "wish_days_yours" });
  await pay(had);
  for (const wish of [mixed, ...beside]) expect(await state(wish)).toBe("waiting");
});
