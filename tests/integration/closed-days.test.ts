import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import mongoose, { Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { Venue } from "@models/venue";
import {
  closedPeriods,
  closeDays,
  closeFreeDays,
  reopenTyped,
} from "~/bookings/reserve/close-days.server";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, formatDay, parisNoon, todayInParis } from "~/platform/days";
import { takeToast } from "~/platform/web/toast.server";
import { latestClosing, latestDay, slotId } from "~/rules/calendar";
import { action } from "~/routes/profil/location/$id/index";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { loggedIn, newMember, type Member } from "../support/members";

/** Days that an owner closes by hand, among those that others have. */

useDatabase();

const now = new Date();
const today = todayInParis(now);
const day = (count: number) => addDays(today, 40 + count);
const words = (count: number) => formatDay(day(count));
let owner: Member;
let venue: Venue;
const id = () => venue._id.toString();

beforeEach(async () => {
  await emptyDatabase();
  owner = await loggedIn(await createOwner());
  venue = await createVenue(owner.user);
});

const dates = (first: string, last = first) => ({ startDate: first, endDate: last });
const typed = (first: number, last = first) => ({ raw: dates(day(first), day(last)), now });
const isClosed = async (at: string) =>
  (await BookedSlotModel.findById(slotId(id(), { day: at, slot: "AM" })).lean())?.block === "owner";
const texts = async () => (await closedPeriods(id(), now)).closed.map(({ text }) => text);

async function book(first: string, last = first, at = now) {
  const buyer = await newMember();
  const request = { venueId: id(), buyer: { id: buyer.id }, now: at, requestKey: "form" };
  return await reserve({ ...request, ...dates(first, last) });
}

test("a month is closed but for what others have, which is named, and opened again day by day", async () => {
  await closeFreeDays(owner.id, id(), typed(10));
  await book(day(12));
  const before = await BookedSlotModel.countDocuments();
  const closing = await closeFreeDays(owner.id, id(), typed(1, 31));
  expect(closing).toEqual({ days: `du ${words(1)} au ${words(31)}`, taken: [`le ${words(12)}`] });
  expect((await BookedSlotModel.countDocuments()) - before).toBe(29 * 2);
  // The same press again.
  expect(await closeFreeDays(owner.id, id(), typed(1, 31))).toEqual(closing);
  expect(await texts()).toEqual([
    `du ${words(1)} au ${words(11)}`,
    `du ${words(13)} au ${words(31)}`,
  ]);
  expect(await reopenTyped(owner.id, id(), typed(15))).toBe(true);
  expect(await Promise.all([14, 15, 16].map((count) => isClosed(day(count))))).toEqual([
    ...[true, false, true],
  ]);
});

test("nothing is closed where others have all, and they are named", async () => {
  await book(day(12), day(13));
  await expect(closeFreeDays(owner.id, id(), typed(12, 13))).rejects.toMatchObject({
    code: "days_all_taken",
    message: `Rien n’a été fermé. Déjà pris\u00a0: du ${words(12)} au ${words(13)}.`,
  });
  const imported = {
    venue: venue._id,
    slot: "PM",
    block: new Types.ObjectId().toString(),
  } as const;
  const half = { day: day(14), slot: "PM" } as const;
  await BookedSlotModel.create({ ...imported, ...half, _id: slotId(id(), half) });
  expect(await closeFreeDays(owner.id, id(), typed(14))).toMatchObject({
    taken: [`le ${words(14)} (après\u2011midi)`],
  });
  // A program is still answered all or nothing.
  await expect(closeDays(owner.id, id(), typed(14, 15))).rejects.toMatchObject({
    code: "days_not_free",
  });
});

test("whoever is outrun each time is asked to come again", async () => {
  const taken = new mongoose.mongo.MongoServerError({ message: "E11000", code: 11_000 });
  const insert = vi.spyOn(BookedSlotModel, "insertMany").mockRejectedValue(taken);
  onTestFinished(() => insert.mockRestore());
  await expect(closeFreeDays(owner.id, id(), typed(14))).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(insert).toHaveBeenCalledTimes(3);
});

test("the page tells it, and opens a part of what is closed", async () => {
  await book(day(12));
  const press = async (intent: string, first: number, last = first) => {
    const form = { intent, start: day(first), end: day(last) };
    const answer = await owner.visitor.visit(action, "/", { params: { id: id() }, form });
    expect(answer.status).toBe(303);
    const cookie = answer.headers.getSetCookie().join("; ");
    return (await takeToast(new Request("http://localhost/", { headers: { cookie } }))).toast
      ?.message;
  };
  expect(await press("close", 11, 13)).toBe(
    `Ce qui était libre du ${words(11)} au ${words(13)} est fermé\u00a0; restent pris\u00a0: le ${words(12)}. Un jour retenu sans être payé peut se libérer\u00a0: vérifiez plus tard.`,
  );
  expect(await press("open", 13)).toBe("Ces jours ne sont plus fermés par vous.");
  expect(await texts()).toEqual([`le ${words(11)}`]);
});

test("days are closed before anybody can reserve them, and stay closed from then on", async () => {
  const later = addDays(latestDay(today), 10);
  await closeDays(owner.id, id(), { raw: dates(later), now });
  const then = parisNoon(addDays(today, 14));
  expect(latestDay(todayInParis(then)) >= later).toBe(true);
  await expect(book(later, later, then)).rejects.toMatchObject({ code: "days_taken" });
  const { limits } = await managedVenue({ id: owner.id, stripeStats: "active" }, id(), now);
  expect(limits).toEqual({ earliest: addDays(today, 1), latest: latestClosing(today) });
  await closeDays(owner.id, id(), { raw: dates(limits.latest), now });
  const beyond = dates(addDays(limits.latest, 1));
  await expect(closeDays(owner.id, id(), { raw: beyond, now })).rejects.toMatchObject({
    code: "closing_too_late",
  });
});
