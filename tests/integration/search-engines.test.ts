import fc from "fast-check";
import { mongo, Types } from "mongoose";
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { VENUE_TYPES } from "@models/enumerations";
import { VenueModel, type Venue } from "@models/venue";
import { slotId, type DaySlot } from "~/rules/calendar";
import { bumpContentVersion } from "~/platform/content-version.server";
import { addDays, todayInParis } from "~/platform/days";
import { giveSearchKeys } from "~/venues/give-search-keys.server";
import { searchInDatabase } from "~/venues/search-database.server";
import type { Asked, SearchEngine } from "~/venues/search-engine";
import { PAGE_SIZE, SORTS, type VenueSearch } from "~/venues/search-form";
import { searchInMemory } from "~/venues/search-index.server";
import type { IndexedVenue } from "~/venues/search-index";
import { cityKeys, searchKeysOf } from "~/venues/search-keys";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue, takeSlots } from "../support/fixtures";
import { asked, halfDay, indexedVenue, naive, venueSearch } from "../support/search-cases";

/** The contract of the search: whatever finds the venues finds the same ones, in the same order. */

/** With the indexes of the database's own search. */
vi.hoisted(() => (process.env.SEARCH_ENGINE = "mongo"));

useDatabase();

const ENGINES = [
  ["in memory", searchInMemory],
  ["in the database", searchInDatabase],
] as const;

/** A day later than it is: the half day before it is today's, which both know of. */
const TODAY = addDays(todayInParis(new Date()), 1);
/** More than the database is asked for at once. */
const COUNT = 300;

/** The prices of a unit with which whole days cost what searches ask for, or nearly. */
const unitPrice = fc.constantFrom(100, 8_889, 17_778, 17_779, 800_000);
const everything: VenueSearch = { types: [], equipment: [], sort: "recent", page: 1 };

const venues = new Map<string, IndexedVenue>();
const taken = new Map<string, readonly DaySlot[]>();
let template: Omit<Venue, "_id">;

/** The same lot at every run. */
function lot<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  const whole = fc.array(arbitrary, { minLength: count, maxLength: count });
  return fc.sample(whole, { numRuns: 1, seed })[0]!;
}

/** In an order of their own, neither that of their making nor of their prices. */
const idAt = (index: number) => ((index * 7_919) % 65_536).toString(16).padStart(24, "0");

/** A venue as it is stored; `indexed` but for its price, which follows from that of its unit. */
function stored(id: string, indexed: IndexedVenue, price: number): Venue {
  const { owner, types, equipment, time, createdAt, capacity, city, postalCode, rating } = indexed;
  const said = { price, time: time.time, city, postalCode };
  const { closedWeekdays, ...rules } = time;
  return {
    ...template,
    ...{ capacity, ...rules, ...said },
    ...(closedWeekdays && { closedWeekdays: [...closedWeekdays] }),
    ...(rating && { rating }),
    _id: new Types.ObjectId(id),
    userId: new Types.ObjectId(owner),
    type: [...types],
    equipement: [...equipment],
    searchKeys: searchKeysOf(said),
    createdAt: new Date(createdAt),
  };
}

/** Puts some venues and all that takes them in the place of what was there, and tells of it. */
async function put(indexes: readonly number[], seed: number): Promise<void> {
  const ids = indexes.map(idAt);
  const drawn = lot(indexedVenue, ids.length, seed);
  const prices = lot(unitPrice, ids.length, seed);
  const halves = lot(fc.array(halfDay(TODAY), { maxLength: 4 }), ids.length, seed);
  const documents = ids.map((id, place) => stored(id, drawn[place]!, prices[place]!));
  const objectIds = documents.map(({ _id }) => _id);
  await VenueModel.collection.deleteMany({ _id: { $in: objectIds } });
  // Past the model, which would refuse a venue without a city.
  await VenueModel.collection.insertMany(documents);
  await BookedSlotModel.collection.deleteMany({ venue: { $in: objectIds } });
  const slots = ids.flatMap((id, place) => {
    const unique = new Map(halves[place]!.map((half) => [slotId(id, half), half]));
    return [...unique].map(([_id, half]) => ({ _id, venue: objectIds[place]!, ...half }));
  });
  await BookedSlotModel.insertMany(slots);
  ids.forEach((id, place) => {
    const units = drawn[place]!.time.time === "Half" ? 2 : 1;
    // With the fee of an eighth, rounded half up.
    const price = Math.floor(prices[place]! * units * 1.125 + 0.5);
    venues.set(id, { ...drawn[place]!, price });
    taken.set(id, halves[place]!);
  });
  await bumpContentVersion({ venues: ids, days: ids });
}

describe.each([
  ["at first", () => put([...Array(COUNT).keys()], 1)],
  ["after venues and days became others", () => put([...Array(COUNT / 3).keys()], 2)],
  [
    "after some can no longer be found",
    async () => {
      const gone = [...Array(COUNT).keys()].slice(-COUNT / 4).map(idAt);
      for (const id of gone) venues.delete(id);
      const filter = { _id: { $in: gone.map((id) => new Types.ObjectId(id)) } };
      await VenueModel.collection.updateMany(filter, { $set: { searchable: false } });
      await bumpContentVersion({ venues: gone });
    },
  ],
])("%s", (_when, change) => {
  beforeAll(async () => {
    const { _id, ...rest } = await createVenue(await createOwner());
    template = rest;
    await VenueModel.deleteOne({ _id });
    await bumpContentVersion({ venues: [_id.toString()] });
    await change();
  });

  it.each(ENGINES)("the search %s finds what a plain filter finds", async (_name, engine) => {
    const expectSame = async (wanted: VenueSearch, by: Asked) => {
      const all = naive(venues, taken, wanted, by);
      const start = (wanted.page - 1) * PAGE_SIZE;
      expect(await engine.find(wanted, by)).toEqual({
        ids: all.slice(start, start + PAGE_SIZE),
        counted: all.length,
      });
    };
    await fc.assert(fc.asyncProperty(venueSearch, asked(TODAY), expectSame), { numRuns: 20 });
    // Of what takes some venues a part is the viewer's own.
    const ids = [...taken].flatMap(([id, halves]) => halves.map((half) => slotId(id, half)));
    const except = fc.integer({ min: 1, max: 4 }).map((step) => ids.filter((_, at) => at % step));
    const withOwn = async (own: string[], by: Asked) =>
      await expectSame(everything, { ...by, except: new Set(own) });
    await fc.assert(fc.asyncProperty(except, asked(TODAY), withOwn), { numRuns: 10 });
    const days = { startDate: addDays(TODAY, 3), endDate: addDays(TODAY, 3), today: TODAY };
    for (const [place, sort] of SORTS.entries()) {
      await expectSame({ ...everything, sort, page: 1 + 2 * place }, { viewerId: null, days });
    }
  });

  it.each(ENGINES)("the search %s gives the newest", async (_name, engine) => {
    const all = naive(venues, taken, everything, { viewerId: null, days: null });
    expect(await engine.newest(7)).toEqual(all.slice(0, 7));
    expect(await engine.newest(7, 7)).toEqual(all.slice(7, 14));
    expect(await engine.newest(7, all.length - 2)).toEqual(all.slice(-2));
    expect(await engine.newest(7, all.length + 2)).toEqual([]);
  });

  it.each(ENGINES)("the search %s gives the towns with the most venues", async (_name, engine) => {
    const counts = new Map<string, number>();
    for (const { city, postalCode } of venues.values()) {
      const key = `${postalCode} ${city}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const all = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const shown = async (most: number) =>
      (await engine.towns(most)).map(({ city, postalCode, count }) => [
        `${postalCode} ${city}`,
        count,
      ]);
    expect(await shown(3)).toEqual(all.slice(0, 3));
    expect(await shown(1_000)).toEqual(all);
  });
});

it.each(ENGINES)(
  "the search %s knows that yesterday is in the way of whoever prepares tomorrow in it",
  async (_name, engine) => {
    await emptyDatabase();
    const today = todayInParis(new Date());
    const tomorrow = addDays(today, 1);
    const venue = await createVenue(await createOwner(), { preparationBefore: 4 });
    const id = venue._id.toString();
    const find = async () =>
      (
        await engine.find(everything, {
          viewerId: null,
          days: { startDate: tomorrow, endDate: tomorrow, today },
        })
      ).ids;
    expect(await find()).toEqual([id]);
    await takeSlots(venue, [addDays(today, -1), "AM"]);
    expect(await find()).toEqual([]);
  },
);

describe("venues like one, near it", () => {
  const at = { lat: 45.76, lng: 4.84 };
  const OF_ANOTHER_KIND = VENUE_TYPES.slice(-1);
  /** Degrees of latitude for a distance to the north. */
  const north = (km: number) => ({ lat: at.lat + km / 111.2, lng: at.lng });
  const titles = new Map<string, string>();
  let id: string;
  let neighbour: string;

  beforeAll(async () => {
    await emptyDatabase();
    const [owner, other] = [await createOwner(), await createOwner()];
    neighbour = other._id.toString();
    const make = async (title: string, fields: Partial<Venue>, userId = owner) => {
      const { price, time, city, postalCode } = template;
      const said = { price, time, city, postalCode, ...fields };
      const venue = await createVenue(userId, { title, ...fields, searchKeys: searchKeysOf(said) });
      titles.set(venue._id.toString(), title);
      return venue._id.toString();
    };
    id = await make("itself", { coordinates: at });
    await make("at 10 km", { coordinates: north(10) });
    await make("at 2 km, never the next day", { coordinates: north(2), minimumNotice: 30 });
    await make("of a neighbour, at 1 km", { coordinates: north(1) }, other);
    await make("of another kind, at 0.1 km", { coordinates: north(0.1), type: OF_ANOTHER_KIND });
    await make("somewhere in the département", {});
    await make("in the next one, at 60 km", { coordinates: north(60), postalCode: "01000" });
    await make("in the next one, at 39 km", { coordinates: north(39), postalCode: "01000" });
    await make("not to be found", { coordinates: north(0.2), searchable: false });
  });

  it.each(ENGINES)("are the same for the search %s", async (_name, engine) => {
    const namesOf = async (by: Asked & { most: number }) =>
      (await engine.similar(id, by)).map((one) => titles.get(one.id));
    const anybody = { viewerId: null, days: null };
    expect(await namesOf({ ...anybody, most: 2 })).toEqual([
      "of a neighbour, at 1 km",
      "at 2 km, never the next day",
    ]);
    const day = addDays(TODAY, 1);
    const days = { startDate: day, endDate: day, today: TODAY };
    expect(await namesOf({ viewerId: neighbour, days, most: 9 })).toEqual([
      "at 10 km",
      "in the next one, at 39 km",
      "somewhere in the département",
      "of another kind, at 0.1 km",
    ]);
    const [nearest] = await engine.similar(id, { ...anybody, most: 1 });
    expect(nearest?.km).toBeCloseTo(1, 3);
    expect(await engine.similar("f".repeat(24), { ...anybody, most: 2 })).toEqual([]);
  });

  it("are those of the département while the database has no index by place", async () => {
    // Acted: the embedded engine answers without one.
    const find = VenueModel.find.bind(VenueModel);
    const acted = vi.spyOn(VenueModel, "find").mockImplementation(((
      filter: object,
      ...rest: []
    ) => {
      if (!("searchKeys.place" in filter)) return find(filter, ...rest);
      const error = new mongo.MongoServerError({ message: "unable to find index for $geoNear" });
      error.code = 291;
      return { limit: () => ({ lean: () => Promise.reject(error) }) };
    }) as never);
    try {
      const found = await searchInDatabase.similar(id, { viewerId: null, days: null, most: 2 });
      expect(found.map((one) => titles.get(one.id))).toEqual([
        "of a neighbour, at 1 km",
        "at 2 km, never the next day",
      ]);
      expect(acted.mock.calls.filter(([filter]) => "searchKeys.place" in filter!)).not.toEqual([]);
    } finally {
      acted.mockRestore();
    }
  });
});

describe("venues like one", () => {
  const at = { lat: 45.76, lng: 4.84 };
  beforeEach(emptyDatabase);

  /** The titles of those like the first venue, for whoever asks by an engine. */
  const titlesOf = async (engine: SearchEngine, most: number, days: Asked["days"] = null) => {
    // A search brings the one in memory up to date, `similar` does not.
    await engine.find(everything, { viewerId: null, days: null });
    const [venue, ...others] = await VenueModel.find().sort({ _id: 1 }).lean();
    const similar = await engine.similar(venue!._id.toString(), { viewerId: null, days, most });
    return similar.map(({ id }) => others.find(({ _id }) => _id.toString() === id)?.title);
  };

  it.each(ENGINES)("are chosen by the half days asked for, by the search %s", async (_, engine) => {
    const owner = await createOwner();
    const time = "Half";
    await createVenue(owner, { title: "itself", time });
    await createVenue(owner, { title: "for half a day at most", time, longestStay: 1 });
    await createVenue(owner, { title: "for a day at least", time, shortestStay: 2 });
    const day = addDays(TODAY, 1);
    const days = { startDate: day, endDate: day, today: TODAY };
    const titles = async (slots: object) =>
      (await titlesOf(engine, 9, { ...days, ...slots })).sort();
    const all = ["for a day at least", "for half a day at most"];
    expect(await titles({})).toEqual(all);
    expect(await titles({ startSlot: "AM", endSlot: "PM" })).toEqual(all);
    expect(await titles({ startSlot: "AM", endSlot: "AM" })).toEqual(["for half a day at most"]);
    const longer = { startSlot: "PM", endSlot: "AM", endDate: addDays(day, 1) };
    expect(await titles(longer)).toEqual(["for a day at least"]);
  });

  it.each(ENGINES)(
    "are as many where some lie just too far, by the search %s",
    async (_, engine) => {
      const owner = await createOwner();
      const make = async (title: string, fields: Partial<Venue>) =>
        await createVenue(owner, { title, ...fields });
      await make("itself", { coordinates: at });
      // Near by a globe's kilometres and some metres more, by the plane's not.
      const far = { coordinates: { lat: at.lat + 40.2 / 111.2, lng: at.lng }, postalCode: "01000" };
      await make("too far", far);
      await make("too far as well", far);
      await make("of its kind in the département", {});
      await make("of another kind", { type: VENUE_TYPES.slice(-1) });
      expect(await titlesOf(engine, 2)).toEqual([
        "of its kind in the département",
        "of another kind",
      ]);
    },
  );
});

describe("the database's own search", () => {
  it("makes ready what was stored before it was chosen", async () => {
    await emptyDatabase();
    const { _id } = await createVenue(await createOwner(), { city: "Mâcon", price: 20_000 });
    await VenueModel.collection.updateOne({ _id }, { $unset: { searchKeys: 1 } });
    // Of an owner who cannot be paid now: it is found once they can.
    const other = await createVenue(await createOwner(), { city: "Mâcon", searchable: false });
    await VenueModel.collection.updateOne({ _id: other._id }, { $unset: { searchKeys: 1 } });
    const find = async () =>
      await searchInDatabase.find(
        { ...everything, city: "macon", minPrice: 22_500, maxPrice: 22_500 },
        { viewerId: null, days: null },
      );
    expect((await find()).ids).toEqual([]);
    await searchInDatabase.prepare();
    expect((await find()).ids).toEqual([_id.toString()]);
    expect((await VenueModel.findById(other._id).lean())?.searchKeys?.wholeDay).toBeDefined();
    expect(await giveSearchKeys()).toBe(0);
  });

  it("makes ready the names of towns that were stored as they were abbreviated, or without a postal code", async () => {
    await emptyDatabase();
    const owner = await createOwner();
    const { _id } = await createVenue(owner, { city: "Ste-Maxime" });
    const mount = await createVenue(owner, { city: "Mont St-Michel" });
    const district = await createVenue(owner, { city: "Paris 7ème", postalCode: "75007" });
    const store = async (id: Types.ObjectId, keys: string[]) =>
      await VenueModel.collection.updateOne({ _id: id }, { $set: { "searchKeys.city": keys } });
    await store(_id, ["ste maxime", "maxime"]);
    await store(mount._id, ["mont st michel", "st michel", "michel"]);
    await store(district._id, ["paris 7eme", "7eme"]);
    expect(await giveSearchKeys()).toBe(3);
    const keysOf = async (id: Types.ObjectId) =>
      (await VenueModel.findById(id).lean())?.searchKeys.city;
    expect(await keysOf(_id)).toEqual(cityKeys({ city: "Ste-Maxime", postalCode: "69003" }));
    expect(await keysOf(mount._id)).toEqual(
      expect.arrayContaining(["saint michel", "69003 mont st michel"]),
    );
    expect(await keysOf(district._id)).toContain("75007 paris 7eme");
    expect(await giveSearchKeys()).toBe(0);
  });

  it("makes ready the stars that were counted before it was chosen", async () => {
    await emptyDatabase();
    const owner = await createOwner();
    const make = async (rating?: object) => {
      const { _id } = await createVenue(owner);
      if (rating) await VenueModel.collection.updateOne({ _id }, { $set: { rating } });
      return _id.toString();
    };
    const four = await make({ count: 2, sum: 8 });
    const taken = await make({ count: 0, sum: 0 });
    const five = await make({ count: 1, sum: 5 });
    const none = await make();
    await searchInDatabase.prepare();
    const { ids } = await searchInDatabase.find(
      { ...everything, sort: "rating" },
      { viewerId: null, days: null },
    );
    expect(ids).toEqual([five, four, none, taken]);
    expect(await giveSearchKeys()).toBe(0);
  });

  const planned = async () => {
    await emptyDatabase();
    const owner = await createOwner();
    await createVenue(owner);
    const newest = { createdAt: -1, _id: -1 } as const;
    const best = { "rating.average": -1, "rating.count": -1, ...newest } as const;
    const ofFilter = { searchable: true, type: "Salles de fête" };
    for (const [filter, sort, isInOrder] of [
      [{ searchable: true }, newest, true],
      [{ searchable: true }, { "searchKeys.wholeDay": 1, _id: 1 }, true],
      [{ searchable: true }, { "searchKeys.wholeDay": -1, _id: -1 }, true],
      [{ searchable: true }, best, true],
      [ofFilter, newest, true],
      [{ searchable: true, capacity: ">51" }, newest, true],
      [{ searchable: true, "searchKeys.city": /^lyon/ }, newest, false],
    ] as const) {
      const explained = await VenueModel.collection.find(filter).sort(sort).explain();
      const { winningPlan } = explained.queryPlanner as { winningPlan: object };
      const plan = JSON.stringify(winningPlan);
      expect(plan).toContain('"IXSCAN"');
      expect([plan, plan.includes('"SORT"')]).toEqual([plan, !isInOrder]);
    }
  };
  // A test that asserts nothing would count as passed, and one that is skipped as failed.
  if (!inject("isEmbedded")) it("is planned by its indexes", planned);
  else process.stdout.write("\nNOT TESTED: plans of the search, which are MongoDB's own\n\n");
});
