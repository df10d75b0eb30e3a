import mongoose, { trusted, Types, type mongo } from "mongoose";
import { beforeAll, describe, expect, it } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { declaredYears } from "~/declarations/read-declarations.server";
import { addDays, addMinutes, parisNoon, todayInParis } from "~/platform/days";
import { bookingsOfYear, type YearsBooking } from "~/bookings/lists/bookings-of-year.server";
import { apiReceived } from "~/bookings/lists/api-received.server";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { apiRequests } from "~/bookings/lists/api-requests.server";
import { monthOf } from "~/rules/month-grid";
import { askedBy } from "../support/asked-of-database";
import { useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { bookingsOfOwner, createReservation } from "../support/reservations";

/** What a page of a long list asks of the database is that page, however many years of it there are. */

useDatabase();

const now = new Date();
const today = todayInParis(now);
const FEW = 41;
const MANY = 240;
let owner: User;
let buyer: User;
/** Who has been here once. */
let once: User;
let venue: Venue;
let sample: Reservation;

beforeAll(async () => {
  [owner, buyer] = [await createOwner(), await createUser({ name: "Hugo", lastname: "Lambert" })];
  once = await createUser({ name: "Zoé", lastname: "Quint" });
  venue = await createVenue(owner);
  const paid = { status: "ended", chargeId: "ch_0", startDate: addDays(today, -400) } as const;
  const booked = { state: "confirmed", at: addMinutes(now, -600_000), by: "buyer" } as const;
  const history = [{ ...booked, why: "Essai" }];
  sample = await createReservation({ venue, buyer, ...paid, history });
});

/** So many in all, of one month, each a minute and in turns a day after the one before. */
async function haveReservations(count: number): Promise<void> {
  await ReservationModel.deleteMany({ _id: trusted({ $ne: sample._id }) });
  const more = Array.from({ length: count - 1 }, (_, place) => {
    const number = place + 1;
    const day = `2024-05-${String(1 + (number % 28)).padStart(2, "0")}`;
    return {
      ...{ ...sample, _id: new Types.ObjectId(), reference: `PDS-L${number}` },
      ...{ requestKey: `key-${number}`, chargeId: `ch_${number}`, startDate: day, endDate: day },
      createdAt: new Date(sample.createdAt.getTime() + number * 60_000),
      ...(number === 1 && { userId: once._id }),
    };
  });
  await ReservationModel.collection.insertMany(more);
}

async function fileOf(year: string): Promise<YearsBooking[]> {
  const rows: YearsBooking[] = [];
  for await (const row of bookingsOfYear(owner._id.toString(), year, now)) rows.push(row);
  return rows;
}

/** How many bytes of documents the database gave for it. */
async function bytesFor(act: () => Promise<unknown>): Promise<number> {
  let bytes = 0;
  const client = mongoose.connection.getClient();
  const hear = ({ reply }: mongo.CommandSucceededEvent) => {
    const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
    for (const one of [...(cursor?.firstBatch ?? []), ...(cursor?.nextBatch ?? [])]) {
      bytes += mongoose.mongo.BSON.calculateObjectSize(one as mongo.Document);
    }
  };
  client.on("commandSucceeded", hear);
  await act();
  client.off("commandSucceeded", hear);
  return bytes;
}

const bookings = async (query: string) => await bookingsOfOwner(owner._id.toString(), query, now);
const payments = async (page: number) =>
  await myPayments(owner._id.toString(), { made: 1, earned: page });

const received = async (page: number) =>
  await apiReceived(owner._id.toString(), venue._id.toString(), { page, now });

describe.each([
  ["what an owner earned", () => payments(2)],
  ["what somebody paid", () => myPayments(buyer._id.toString(), { made: 2, earned: 1 })],
  ["what a venue was asked for", () => received(2)],
  ["an owner's bookings", () => bookings("passe=2")],
  ["an owner's calendar of a month of before", () => bookings("passe=2&cal=2024-04")],
  ["an owner's bookings of somebody who often comes", () => bookings("client=Hugo&passe=2")],
  ["an owner's bookings of somebody who came once", () => bookings("client=zoe")],
  ["an owner's file of a year", () => fileOf(sample.startDate.slice(0, 4))],
])("a page of %s", (_what, page) => {
  it("reads as much for many as for few", async () => {
    await haveReservations(FEW);
    const few = await bytesFor(page);
    await haveReservations(MANY);
    const many = await bytesFor(page);
    expect(many).toBeLessThan(few * 1.1);
  });
});

it("all that a program asks for is read whole a page at a time", async () => {
  await haveReservations(MANY);
  const { asked } = await askedBy(() => apiRequests(buyer._id.toString(), 1, now));
  const own = asked.filter((one) => one.includes(" reservations: "));
  const [all = "", whole = ""] = own.filter((one) => !one.includes("projection"));
  expect(own).toHaveLength(2);
  expect(all).toContain("$project: {_id: 1, status: 1");
  expect(whole.match(/"[0-9a-f]{24}"/g)).toHaveLength(200);
});

it("of payments no more are counted than a thousand, or a page beyond the one that is shown", async () => {
  await haveReservations(FEW);
  const limits = async (page: number) => {
    const { asked } = await askedBy(() => payments(page));
    return asked.map((one) => /\{\$limit: (\d+)\}, \{\$group/.exec(one)?.[1]);
  };
  expect(await limits(1)).toEqual(["1001", "1001"]);
  expect(await limits(60)).toContain("1201");
});

it("are told from the first to the last, and past that the last", async () => {
  await haveReservations(MANY);
  const last = await payments(12);
  expect(last.earned).toMatchObject({ page: 12, pages: 12 });
  expect(last.earned.rows).toHaveLength(20);
  expect(last.earned.rows.at(-1)?.id).toBe(sample._id.toString());
  expect(await payments(Number.MAX_SAFE_INTEGER)).toEqual(last);
  const { location, ...place } = await received(99);
  expect(place).toEqual({ count: MANY, page: 2, pages: 2 });
  expect(location.reservations.at(-1)?._id).toBe(sample._id.toString());
  expect(location.reservations).toHaveLength(MANY - 200);
  const { past, filter } = await bookings("passe=99");
  expect(past).toMatchObject({ page: 12, pages: 12, total: MANY });
  expect(past.bookings).toHaveLength(20);
  expect((await bookings("")).past.bookings[0]?.id).toBe(sample._id.toString());
  expect(filter.months.map(({ value }) => value)).toEqual(
    [monthOf(sample.startDate), "2024-05"].sort(),
  );
  const may = await bookings("mois=2024-05&cal=2024-05");
  expect(may.past.total).toBe(MANY - 1);
  expect(may.calendar?.days).toHaveLength(28);
});

it("are looked up whole, page by page, beside the rest", async () => {
  await haveReservations(MANY);
  const often = await bookings("client=hugo%20l&passe=12");
  expect(often.past).toMatchObject({ page: 12, pages: 12, total: MANY - 1 });
  expect(often.past.bookings).toHaveLength(19);
  expect((await bookings("client=hugo")).past.bookings[0]?.id).toBe(sample._id.toString());
  expect((await bookings("client=Lambert")).past.total).toBe(0);
  const may = await bookings("client=hugo&mois=2024-05&passe=2");
  expect(may.past).toMatchObject({ page: 2, pages: 12, total: MANY - 2 });
  const { past } = await bookings("client=zoe");
  expect(past).toMatchObject({ total: 1, bookings: [{ buyer: "Zoé Q." }] });
  expect((await bookings("client=L12")).past.bookings).toMatchObject([{ reference: "PDS-L12" }]);
});

it("are in the file of their year, by day, and in no other", async () => {
  await haveReservations(MANY);
  const days = (await fileOf("2024")).map(({ booking }) => booking.startDate);
  expect(days).toHaveLength(MANY - 1);
  expect(days).toEqual(days.toSorted());
  expect(await fileOf("2023")).toEqual([]);
});

it("an owner's years of declarations are told by the database, however many bookings they had", async () => {
  const paid = (reservation: Types.ObjectId, at: Date) => ({
    ...{ _id: `tr_${reservation.toString()}:transferred`, type: "transferred", amount: 1, at },
    ...{ reservation, owner: owner._id, buyer: buyer._id },
  });
  const years = async () => await declaredYears(owner._id.toString(), now);
  const bytes: number[] = [];
  for (const count of [FEW, MANY]) {
    await haveReservations(count);
    const all = await ReservationModel.find({ ownerId: owner._id }, "startDate").lean();
    const entries = all.map(({ _id, startDate }) => paid(_id, parisNoon(startDate)));
    await LedgerEntryModel.collection.deleteMany({ owner: owner._id });
    await LedgerEntryModel.collection.insertMany(entries as never[]);
    bytes.push(await bytesFor(years));
  }
  expect(bytes[1]).toBeLessThan(bytes[0]! * 1.1);
  expect(await years()).toEqual([sample.startDate.slice(0, 4), "2024"]);
  await LedgerEntryModel.collection.deleteMany({ owner: owner._id });
});
