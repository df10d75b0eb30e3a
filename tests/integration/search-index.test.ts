import fc from "fast-check";
import mongoose from "mongoose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CAPACITY_CODES, EQUIPMENT, PERIODS, VENUE_TYPES } from "@models/enumerations";
import { ImageModel } from "@models/image";
import { CONTENT_VERSION, SettingModel } from "@models/setting";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { bumpContentVersion, tellOfStart } from "~/platform/content-version.server";
import { addDays, todayInParis } from "~/platform/days";
import { changeVenue } from "~/venues/edit-venue.server";
import { listVenueIds, listVenues } from "~/venues/search-venues.server";
import { publishVenue } from "~/venues/publish-venue.server";
import { refreshListing } from "~/venues/refresh-listing.server";
import { PAGE_SIZE, SORTS, type VenueSearch } from "~/venues/search-form";
import type { forgetIndex } from "~/venues/search-index.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";

/** No address base is there: a venue is published without its coordinates. */
vi.hoisted(() => (process.env.BAN_URL = "http://127.0.0.1:9/"));

useDatabase();

const everything: VenueSearch = { types: [], equipment: [], sort: "recent", page: 1 };

/** The search as another process has it: the same code, with an index of its own. */
let elsewhere: typeof listVenues;
let forgetElsewhere: typeof forgetIndex;
beforeAll(async () => {
  vi.resetModules();
  elsewhere = (await import("~/venues/search-venues.server")).listVenues;
  forgetElsewhere = (await import("~/venues/search-index.server")).forgetIndex;
  expect(elsewhere).not.toBe(listVenues);
});
beforeEach(async () => {
  await emptyDatabase();
  forgetElsewhere();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const titlesOf = async (list: typeof listVenues, search: Partial<VenueSearch> = {}) =>
  (await list({ ...everything, ...search }, null, new Date())).venues.map(({ title }) => title);

describe("a search finds what the database's own filter finds", () => {
  const CITIES = ["Lyon", "Mont-Saint-Aignan", "Saint-Étienne", "Aix-en-Provence"];
  /** The same, said by hand. */
  const FOUND: Record<string, string[]> = {
    lyon: ["Lyon"],
    SAINT: ["Mont-Saint-Aignan", "Saint-Étienne"],
    "en prov": ["Aix-en-Provence"],
    x: [],
  };
  const search: fc.Arbitrary<VenueSearch> = fc.record({
    city: fc.constantFrom(undefined, undefined, ...Object.keys(FOUND)),
    minPrice: fc.constantFrom(undefined, 22_500, 33_750),
    maxPrice: fc.constantFrom(undefined, 33_750, 50_625),
    capacity: fc.constantFrom(undefined, undefined, ...CAPACITY_CODES),
    types: fc.uniqueArray(fc.constantFrom(...VENUE_TYPES), { maxLength: 3 }),
    equipment: fc.uniqueArray(fc.constantFrom(...EQUIPMENT), { maxLength: 2 }),
    sort: fc.constantFrom(...SORTS),
    page: fc.constantFrom(1, 1, 2, 5, 50),
  });

  /** `count` venues with values that meet, the same at every run. */
  async function fill(owners: readonly User[], count: number): Promise<void> {
    const [venue] = fc.sample(
      fc.array(
        fc.record({
          userId: fc.constantFrom(...owners.map(({ _id }) => _id)),
          type: fc.uniqueArray(fc.constantFrom(...VENUE_TYPES), { minLength: 1, maxLength: 4 }),
          equipement: fc.uniqueArray(fc.constantFrom(...EQUIPMENT), { maxLength: 8 }),
          capacity: fc.constantFrom(...CAPACITY_CODES),
          price: fc.constantFrom(10_000, 20_000, 30_000, 45_000, 45_001),
          time: fc.constantFrom(...PERIODS),
          city: fc.constantFrom(...CITIES),
          createdAt: fc.constantFrom(1, 2, 3).map((hour) => new Date(Date.UTC(2026, 0, 1, hour))),
          searchable: fc.constantFrom(true, true, true, false),
        }),
        { minLength: count, maxLength: count },
      ),
      { numRuns: 1, seed: 20_261_121 },
    );
    const { _id, ...rest } = await createVenue(owners[0]!);
    await VenueModel.insertMany(venue!.map((fields) => ({ ...rest, ...fields })));
    await VenueModel.deleteOne({ _id });
  }

  async function expectSame(wanted: VenueSearch, viewer: User | null): Promise<void> {
    const { city, minPrice = 0, maxPrice = 1e9, capacity, types, equipment, page } = wanted;
    // The driver's own collection, so that nothing of the product stands between.
    const venues = mongoose.connection.collection<Venue>("venues");
    const filter = {
      searchable: true,
      ...(city && { city: { $in: FOUND[city]! } }),
      ...(capacity && { capacity }),
      ...(types.length > 0 && { type: { $in: types } }),
      ...(equipment.length > 0 && { equipement: { $all: equipment } }),
      ...(viewer && { userId: { $ne: viewer._id } }),
    };
    // One day or two halves with the fee of an eighth, rounded half up; the lists are short.
    const wholeDay = ({ price, time }: Venue) =>
      Math.floor(price * (time === "Half" ? 2 : 1) * 1.125 + 0.5);
    const direction = wanted.sort === "price-asc" ? 1 : -1;
    const by = (venue: Venue) =>
      wanted.sort === "recent" ? venue.createdAt.getTime() : wholeDay(venue);
    const matching = (await venues.find(filter).sort({ _id: direction }).toArray())
      .filter((venue) => wholeDay(venue) >= minPrice && wholeDay(venue) <= maxPrice)
      .sort((a, b) => direction * (by(a) - by(b)));
    const count = matching.length;
    const stored = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const found = await listVenues(wanted, viewer?._id.toString() ?? null, new Date());
    expect(found.venues.map((venue) => venue.id)).toEqual(
      stored.map((venue) => venue._id.toString()),
    );
    expect(found).toMatchObject({
      count,
      isCapped: false,
      page,
      pages: Math.max(1, Math.ceil(count / PAGE_SIZE)),
    });
  }

  it("among 300 venues that are alike in many ways", async () => {
    const owners = [await createOwner(), await createOwner(), await createOwner()];
    await fill(owners, 300);
    await bumpContentVersion({ owners: owners.map(({ _id }) => _id.toString()) });
    await fc.assert(fc.asyncProperty(search, fc.constantFrom(null, ...owners), expectSame), {
      numRuns: 60,
    });
    await VenueModel.updateMany({ capacity: ">11" }, { price: 20_000, city: "Lyon" });
    await VenueModel.updateMany({ capacity: "<100" }, { searchable: false });
    await bumpContentVersion({ owners: owners.map(({ _id }) => _id.toString()) });
    await fc.assert(fc.asyncProperty(search, fc.constantFrom(null, ...owners), expectSame), {
      numRuns: 60,
    });
  });
});

describe.each([
  ["in this process", () => listVenues],
  ["in another process", () => elsewhere],
])("the next search %s sees", (_where, listOf) => {
  let owner: User;
  let ownerId: string;
  let venue: Venue;
  let id: string;
  const titles = (search?: Partial<VenueSearch>) => titlesOf(listOf(), search);
  const now = new Date();

  beforeEach(async () => {
    owner = await createOwner();
    ownerId = owner._id.toString();
    venue = await createVenue(owner, { title: "La Grange" });
    id = venue._id.toString();
    expect(await titles()).toEqual(["La Grange"]);
  });

  it("a venue that was published", async () => {
    const photos = await ImageModel.create(
      [1, 2, 3, 4, 5].map(() => ({
        owner: owner._id,
        purpose: "venue" as const,
        width: 320,
        height: 240,
        widths: [320],
        draftSince: new Date(),
      })),
    );
    const { type, street, postalCode, city, country, capacity, description, price } = venue;
    const { time, needValidation, equipement, cancellationPolicy } = venue;
    await publishVenue(
      ownerId,
      {
        ...{ type, street, postalCode, city, country, capacity, description, price },
        ...{ time, needValidation, equipement, cancellationPolicy },
        title: "Le Moulin",
        photo: photos.map((photo) => photo._id.toString()),
      },
      now,
    );
    expect(await titles()).toEqual(["Le Moulin", "La Grange"]);
  });

  it("a venue that was changed", async () => {
    await createVenue(owner, { title: "Le Moulin", price: 50_000 });
    expect(await titles({ sort: "price-asc" })).toEqual(["La Grange", "Le Moulin"]);
    await changeVenue(ownerId, id, { price: 60_000, city: "Mâcon", equipement: ["Bar"] });
    expect(await titles({ sort: "price-asc" })).toEqual(["Le Moulin", "La Grange"]);
    expect(await titles({ city: "macon", equipment: ["Bar"] })).toEqual(["La Grange"]);
    expect(await titles({ city: "lyon" })).toEqual(["Le Moulin"]);
  });

  it("a venue that was closed for a time, and opened again", async () => {
    await changeVenue(ownerId, id, { status: "unavailable" });
    expect(await listOf()(everything, null, now)).toMatchObject({ venues: [], count: 0 });
    await changeVenue(ownerId, id, { status: "available" });
    expect(await titles()).toEqual(["La Grange"]);
  });

  it("a venue that was deleted", async () => {
    await deleteVenue(ownerId, id, now);
    expect(await listOf()(everything, null, now)).toMatchObject({ venues: [], count: 0 });
  });

  it("an owner who was banned, and pardoned", async () => {
    const refresh = async (update: object) => {
      await UserModel.updateOne({ _id: owner._id }, update);
      await refreshListing(ownerId);
      await bumpContentVersion({ owners: [ownerId] });
    };
    await refresh({ bannedAt: now });
    expect(await listOf()(everything, null, now)).toMatchObject({ venues: [], count: 0 });
    await refresh({ $unset: { bannedAt: 1 } });
    expect(await titles()).toEqual(["La Grange"]);
  });

  it("an owner who closed their account", async () => {
    await closeAccount(ownerId, now);
    expect(await listOf()(everything, null, now)).toMatchObject({ venues: [], count: 0 });
  });

  it("days that were taken, and freed", async () => {
    const day = addDays(todayInParis(now), 20);
    const days = { start: day, end: day };
    expect(await titles(days)).toEqual(["La Grange"]);
    await closeDays(ownerId, id, { raw: { startDate: day, endDate: day }, now });
    expect(await titles(days)).toEqual([]);
    expect(await titles()).toEqual(["La Grange"]);
    const halves = { startSlot: "AM", endSlot: "PM" } as const;
    await reopenDays(ownerId, id, { startDate: day, endDate: day, ...halves });
    expect(await titles(days)).toEqual(["La Grange"]);
  });

  it("what a transaction wrote before another search looked, and committed after it", async () => {
    await createVenue(owner, { title: "Le Moulin" });
    const session = await mongoose.startSession();
    session.startTransaction();
    await VenueModel.updateOne({ _id: venue._id }, { price: 90_000 }, { session });
    await bumpContentVersion({ venues: [id] });
    expect(await titles({ sort: "price-desc" })).toEqual(["Le Moulin", "La Grange"]);
    await session.commitTransaction();
    await session.endSession();
    await bumpContentVersion({ venues: [id] });
    expect(await titles({ sort: "price-desc" })).toEqual(["La Grange", "Le Moulin"]);
  });

  it("what a process of an earlier version counted, without saying what it was", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" });
    expect(await titles({ city: "macon" })).toEqual([]);
    await SettingModel.updateOne({ _id: CONTENT_VERSION }, { $inc: { value: 1 } });
    expect(await titles({ city: "macon" })).toEqual(["La Grange"]);
  });

  it("each of many changes, and more than are kept", async () => {
    const tell = async (count: number) => {
      for (let done = 0; done < count; done += 1) await bumpContentVersion({ pages: true });
    };
    await VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" });
    await bumpContentVersion({ venues: [id] });
    await tell(20);
    expect(await titles({ city: "macon" })).toEqual(["La Grange"]);
    await VenueModel.updateOne({ _id: venue._id }, { city: "Lyon" });
    await bumpContentVersion({ venues: [id] });
    // As many at once as would take long one by one.
    await Promise.all(Array.from({ length: 105 }, () => bumpContentVersion({ pages: true })));
    expect(await titles({ city: "lyon" })).toEqual(["La Grange"]);
  });

  it("when a process starts, what one could not tell before it died", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" });
    await tellOfStart();
    // In the background: a busy machine has the test's own time for it.
    await vi.waitFor(async () => expect(await titles({ city: "macon" })).toEqual(["La Grange"]), {
      timeout: 50_000,
    });
  });
});

describe("the index", () => {
  it("is read once for all who ask first", async () => {
    const find = vi.spyOn(VenueModel, "find");
    await Promise.all(Array.from({ length: 20 }, () => listVenues(everything, null, new Date())));
    expect(find).toHaveBeenCalledTimes(1);
    await Promise.all(Array.from({ length: 20 }, () => listVenues(everything, null, new Date())));
    expect(find).toHaveBeenCalledTimes(1);
  });

  it("shows nothing that has just gone, though nobody announced it", async () => {
    const owner = await createOwner();
    const gone = await createVenue(owner, { title: "La Grange" });
    await createVenue(owner, { title: "Le Moulin" });
    expect(await titlesOf(listVenues)).toEqual(["Le Moulin", "La Grange"]);
    await VenueModel.updateOne({ _id: gone._id }, { searchable: false });
    expect(await titlesOf(listVenues)).toEqual(["Le Moulin"]);
  });

  it("stays as it was when what changed cannot be read, until it can", async () => {
    const owner = await createOwner();
    await createVenue(owner, { title: "La Grange" });
    expect(await titlesOf(listVenues)).toEqual(["La Grange"]);
    await createVenue(owner, { title: "Le Moulin" });
    vi.spyOn(VenueModel, "find").mockImplementationOnce(() => {
      throw new Error("Not a venue");
    });
    expect(await titlesOf(listVenues)).toEqual(["La Grange"]);
    expect(await titlesOf(listVenues)).toEqual(["Le Moulin", "La Grange"]);
  });

  it("is missed when it cannot be read the first time", async () => {
    vi.spyOn(VenueModel, "find").mockImplementationOnce(() => {
      throw new Error("Not a venue");
    });
    await expect(listVenues(everything, null, new Date())).rejects.toThrow("Not a venue");
    expect(await titlesOf(listVenues)).toEqual([]);
  });

  it("does not hide that the database is gone", async () => {
    await createVenue(await createOwner());
    await listVenues(everything, null, new Date());
    await createVenue(await createOwner());
    vi.spyOn(VenueModel, "find").mockImplementationOnce(() => {
      throw new mongoose.mongo.MongoNetworkError("connection closed");
    });
    await expect(listVenues(everything, null, new Date())).rejects.toThrow("connection closed");
  });

  it("gives the sitemap the venues that can be found, the newest first", async () => {
    const owner = await createOwner();
    const old = await createVenue(owner);
    const young = await createVenue(owner);
    await createVenue(owner, { searchable: false });
    expect(await listVenueIds()).toEqual([young, old].map(({ _id }) => _id.toString()));
  });
});
