import { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ContactMessageModel } from "@models/contact-message";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { readCounters, type Counters } from "~/admin/dashboard/counters.server";
import { addMinutes, parisDayOf, parisMidnight } from "~/platform/days";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => void vi.restoreAllMocks());

/** A quarter of an hour before and after each instant, and far from it. */
const around = (instant: Date) =>
  [-1500, -60, -15, -1, 0, 1, 15, 60, 1500].map((minutes) => addMinutes(instant, minutes));

/** One of each thing made at each instant: copies of one, long ago, which is counted as well. */
async function makeEverything(instants: readonly Date[]): Promise<void> {
  const long = { createdAt: new Date(0) };
  const { _id: master } = await createUser({ masterStatus: "validated", ...long });
  const owner = await createOwner(long);
  const buyer = await createUser(long);
  const venue = await createVenue(owner, long);
  const reservation = await createReservation({
    ...{ venue, buyer, status: "confirmed", startDate: "2027-06-01", ...long },
  });
  await UserModel.insertMany(
    instants.flatMap((createdAt) =>
      [
        { createdAt },
        { createdAt, masterStatus: "pending" },
        { createdAt, deletedAt: createdAt },
        { ...long, link_id: master, linkedAt: createdAt },
      ].map((fields) => {
        const _id = new Types.ObjectId();
        return {
          ...buyer,
          _id,
          tag: _id.toString(),
          email: `${_id.toString()}@exemple.fr`,
          ...fields,
        };
      }),
    ),
  );
  await VenueModel.insertMany(
    instants.flatMap((createdAt) => [
      { ...venue, _id: new Types.ObjectId(), createdAt },
      { ...venue, _id: new Types.ObjectId(), createdAt, deletedAt: createdAt },
    ]),
  );
  await ReservationModel.insertMany(
    instants.flatMap((createdAt) =>
      (["confirmed", "dead"] as const).map((status) => {
        const _id = new Types.ObjectId();
        const key = _id.toString();
        return { ...reservation, _id, reference: key, requestKey: key, status, createdAt };
      }),
    ),
  );
  await ContactMessageModel.insertMany(
    instants.map((createdAt) => ({
      ...{ type: "Autre" as const, email: "a@exemple.fr", name: "A", lastname: "B" },
      ...{ description: "Bonjour", createdAt },
    })),
  );
}

/** Every document, to count among. */
async function readEverything() {
  return {
    users: await UserModel.find().lean(),
    contacts: await ContactMessageModel.find().lean(),
    venues: await VenueModel.find().lean(),
    reservations: await ReservationModel.find().lean(),
  };
}

/** The same counted one by one. */
function recount(
  { users, contacts, venues, reservations }: Awaited<ReturnType<typeof readEverything>>,
  isCounted: (instant: Date) => boolean,
): Counters {
  const made = <T extends { createdAt: Date }>(list: readonly T[]) =>
    list.filter(({ createdAt }) => isCounted(createdAt));
  return {
    users: made(users).filter(({ deletedAt }) => !deletedAt).length,
    masters: made(users).filter(({ masterStatus }) => masterStatus).length,
    contacts: made(contacts).length,
    locations: made(venues).filter(({ deletedAt }) => !deletedAt).length,
    reservations: made(reservations).filter(({ status }) => status !== "dead" && status !== "hold")
      .length,
    sub_master: users.filter(({ linkedAt }) => linkedAt && isCounted(linkedAt)).length,
  };
}

describe("the counters", () => {
  it.each([
    ["an ordinary midnight in winter", "2026-11-22"],
    ["an ordinary midnight in summer", "2026-07-14"],
    ["the night before the clocks go forward", "2027-03-28"],
    ["the night after", "2027-03-29"],
    ["the night before the clocks go back", "2027-10-31"],
    ["the night after that", "2027-11-01"],
  ])("equal a recount around %s", async (_name, day) => {
    const midnight = parisMidnight(day);
    const instants = around(midnight);
    await makeEverything(instants);
    const everything = await readEverything();
    for (const now of [-15, 0, 15].map((minutes) => addMinutes(midnight, minutes))) {
      const { today, total } = await readCounters(now);
      expect(today).toEqual(recount(everything, (made) => parisDayOf(made) === parisDayOf(now)));
      expect(total).toEqual(recount(everything, () => true));
    }
    // A day of 23, 24 or 25 hours has what was made in it, and midnight is the new day's.
    expect((await readCounters(midnight)).today.contacts).toBe(4);
  });

  it("go through all there is once in five minutes, however many look, and through the day each time", async () => {
    const now = new Date();
    await createUser();
    const whole = vi.spyOn(UserModel, "countDocuments");
    const counted = await Promise.all([readCounters(now), readCounters(now)]);
    // Of accounts, those closed, masters and who is linked to one all there is once; but for the closed the day twice.
    expect(whole).toHaveBeenCalledTimes(10);
    expect(counted.map(({ total }) => total.users)).toEqual([1, 1]);
    await createUser();
    const later = await readCounters(addMinutes(now, 4));
    // What came since is among all there is at once.
    expect([later.today.users, later.total.users]).toEqual([2, 2]);
    expect(whole).toHaveBeenCalledTimes(13);
    await createUser({ createdAt: new Date(0) });
    expect((await readCounters(addMinutes(now, 4))).total.users).toBe(2);
    expect((await readCounters(addMinutes(now, 5))).total.users).toBe(3);
  });

  it("count all there is by keys of an index alone, and what came today by the day", async () => {
    const { asked } = await askedBy(() => readCounters(new Date()));
    const filters = asked.map((one) => /\$match: (\{.*?\})\}/.exec(one)![1]!);
    expect(filters.filter((filter) => filter.includes("$not"))).toEqual([]);
    const isOfToday = (filter: string) => filter.includes("$lt:");
    expect(filters.filter(isOfToday)).toHaveLength(6);
    expect(filters.filter((filter) => !isOfToday(filter)).sort()).toMatchInlineSnapshot(`
      [
        "{createdAt: {$gte: "1970-01-01T00:00:00.000Z"}",
        "{createdAt: {$gte: "1970-01-01T00:00:00.000Z"}",
        "{createdAt: {$gte: "1970-01-01T00:00:00.000Z"}",
        "{deletedAt: {$exists: true}",
        "{deletedAt: {$exists: true}",
        "{link_id: {$exists: true}",
        "{masterStatus: {$in: ["pending", "validated", "refused"]}",
        "{status: {$in: ["pending", "capturing", "confirmed", "cancelling", "cancelled", "ended"]}",
      ]
    `);
  });
});
