import mongoose from "mongoose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ImageModel } from "@models/image";
import { CONTENT_VERSION, SettingModel } from "@models/setting";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { bumpContentVersion, lookForChanges, tellOfStart } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, todayInParis } from "~/platform/days";
import { changeVenue } from "~/venues/edit-venue.server";
import { loader } from "~/routes/sitemap";
import { PUBLIC_PAGES } from "~/platform/web/public-pages";
import { searchEngine } from "~/venues/chosen-search-engine.server";
import { listVenueIds, listVenues } from "~/venues/search-venues.server";
import { publishVenue } from "~/venues/publish-venue.server";
import type { NewVenue } from "~/venues/venue-input";
import { refreshListing } from "~/venues/refresh-listing.server";
import type { VenueSearch } from "~/venues/search-form";
import type { forgetIndex } from "~/venues/search-index.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createOwner, createVenue } from "../support/fixtures";

/** No address base is there: a venue is published without its coordinates. */
vi.hoisted(() => (process.env.BAN_URL = "http://127.0.0.1:9/"));

useDatabase();

const everything: VenueSearch = { types: [], equipment: [], sort: "recent", page: 1 };

/** The search as another process has it: the same code, with an index of its own. */
let elsewhere: typeof listVenues;
let forgetElsewhere: typeof forgetIndex;
/** And as one has it that asks the database's own indexes. */
let byDatabase: typeof listVenues;
beforeAll(async () => {
  vi.resetModules();
  elsewhere = (await import("~/venues/search-venues.server")).listVenues;
  forgetElsewhere = (await import("~/venues/search-index.server")).forgetIndex;
  expect(elsewhere).not.toBe(listVenues);
  vi.resetModules();
  process.env.SEARCH_ENGINE = "mongo";
  byDatabase = (await import("~/venues/search-venues.server")).listVenues;
  Reflect.deleteProperty(process.env, "SEARCH_ENGINE");
});
beforeEach(async () => {
  await emptyDatabase();
  forgetElsewhere();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sitemap = async (query = "") =>
  await loader({ request: new Request(`http://localhost/sitemap.xml${query}`) });

const titlesOf = async (list: typeof listVenues, search: Partial<VenueSearch> = {}) =>
  (await list({ ...everything, ...search }, null, new Date())).venues.map(({ title }) => title);

/** Whether this is what the index is read by, as a whole. */
const isOfAll = (filter: unknown) => Object.keys(filter as object).join() === "searchable";

let owner: User;
let ownerId: string;
let venue: Venue;
let id: string;

/** A venue that one search of whoever is asked next has found. */
async function findOne(list: typeof listVenues): Promise<void> {
  owner = await createOwner();
  ownerId = owner._id.toString();
  venue = await createVenue(owner, { title: "La Grange" });
  id = venue._id.toString();
  expect(await titlesOf(list)).toEqual(["La Grange"]);
}

/** The form of a venue beside it, with photos that were sent. */
async function newVenue(): Promise<NewVenue> {
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
  return {
    ...{ type, street, postalCode, city, country, capacity, description, price },
    ...{ time, needValidation, equipement, cancellationPolicy },
    title: "Le Moulin",
    photo: photos.map((photo) => photo._id.toString()),
  };
}
const publish = (form: NewVenue) => publishVenue(ownerId, form, new Date());

const PROCESSES = [
  ["in this process", () => listVenues],
  ["in another process", () => elsewhere],
] as const;

describe.each([...PROCESSES, ["by the database", () => byDatabase] as const])(
  "the next search %s sees",
  (_where, listOf) => {
    const titles = (search?: Partial<VenueSearch>) => titlesOf(listOf(), search);
    const now = new Date();
    beforeEach(async () => await findOne(listOf()));

    it("a venue that was published", async () => {
      await publish(await newVenue());
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
  },
);

describe.each(PROCESSES)("the next search %s is told of", (_where, listOf) => {
  const titles = (search?: Partial<VenueSearch>) => titlesOf(listOf(), search);
  beforeEach(async () => await findOne(listOf()));

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

  it("what could not be told when it was done", async () => {
    // Whoever did it is told that it is done.
    vi.spyOn(SettingModel, "updateOne").mockRejectedValueOnce(new Error("away"));
    await changeVenue(ownerId, id, { title: "Le Moulin" });
    // By the process that did it at its next look, which a test does not wait two seconds for.
    if (listOf() !== listVenues) lookForChanges(Date.now() + 3_000);
    await eventually(async () => expect(await titles()).toEqual(["Le Moulin"]));
  });

  it("when a process starts, what one could not tell before it died", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" });
    await tellOfStart();
    // In the background: a busy machine has the test's own time for it.
    await eventually(async () => expect(await titles({ city: "macon" })).toEqual(["La Grange"]), {
      timeout: 50_000,
    });
  });
});

describe.each(PROCESSES)("a search %s after a commit whose answer was lost", (_where, listOf) => {
  beforeEach(async () => {
    await findOne(listOf());
  });
  const titles = (search?: Partial<VenueSearch>) => titlesOf(listOf(), search);
  /** A busy machine reads all of it in the test's own time. */
  const finds = (expected: string[], search?: Partial<VenueSearch>) =>
    eventually(async () => expect((await titles(search)).toSorted()).toEqual(expected), {
      timeout: 50_000,
    });
  /** The next transaction is committed, which nobody hears of. */
  const loseAnswer = () => {
    const commit = mongoose.connection.transaction.bind(mongoose.connection);
    vi.spyOn(mongoose.connection, "transaction").mockImplementationOnce(async (work, options) => {
      await commit(work, options);
      const lost = new mongoose.mongo.MongoServerError({ message: "no answer" });
      lost.addErrorLabel(mongoose.mongo.MongoErrorLabel.UnknownTransactionCommitResult);
      throw lost;
    });
  };

  it("finds what was done, whatever that was", async () => {
    loseAnswer();
    await expect(
      inTransaction((session) =>
        VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" }, { session }),
      ),
    ).rejects.toThrow("no answer");
    await finds(["La Grange"], { city: "macon" });
  });

  it("finds a venue that was published, by the process that heard of no answer", async () => {
    const form = await newVenue();
    loseAnswer();
    await expect(publish(form)).rejects.toThrow("lors de la publication");
    await finds(["La Grange", "Le Moulin"]);
  });

  it("finds one by the second press, had that process ended", async () => {
    const form = await newVenue();
    const made = await publish(form);
    expect(await titles({ city: "macon" })).toEqual([]);
    // Whatever nobody told of it.
    await VenueModel.updateOne({ _id: made }, { city: "Mâcon" });
    expect(await publish(form)).toBe(made);
    expect(await titles({ city: "macon" })).toEqual(["Le Moulin"]);
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

  it("is kept up to date while nobody searches, so that it never has to be read anew", async () => {
    await findOne(listVenues);
    const tell = async () => {
      for (let done = 0; done < 75; done += 1) await bumpContentVersion({ pages: true });
    };
    await VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" });
    await bumpContentVersion({ venues: [id] });
    await tell();
    await searchEngine.follow();
    await tell();
    const find = vi.spyOn(VenueModel, "find");
    expect(await titlesOf(listVenues, { city: "macon" })).toEqual(["La Grange"]);
    expect(find.mock.calls.filter(([filter]) => isOfAll(filter))).toEqual([]);
  });

  it("asks nothing while nothing changes, nor before it is needed", async () => {
    const asked = vi.spyOn(SettingModel, "findById");
    await bumpContentVersion({ pages: true });
    await searchEngine.follow();
    expect(asked).not.toHaveBeenCalled();
    await findOne(listVenues);
    asked.mockClear();
    await searchEngine.follow();
    expect(asked).not.toHaveBeenCalled();
    await bumpContentVersion({ pages: true });
    await searchEngine.follow();
    await searchEngine.follow();
    expect(asked).toHaveBeenCalledTimes(1);
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

  it("is read anew by a later search where that failed in the background", async () => {
    await findOne(listVenues);
    await VenueModel.updateOne({ _id: venue._id }, { city: "Mâcon" });
    const find = VenueModel.find.bind(VenueModel) as (...asked: unknown[]) => never;
    let failures = 0;
    vi.spyOn(VenueModel, "find").mockImplementation((...asked: unknown[]) => {
      if (failures > 0 || !isOfAll(asked[0])) return find(...asked);
      failures += 1;
      throw new Error("Not all venues");
    });
    await tellOfStart();
    const inMacon = () => titlesOf(listVenues, { city: "macon" });
    await inMacon();
    await eventually(() => expect(failures).toBe(1));
    await eventually(async () => expect(await inMacon()).toEqual(["La Grange"]));
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

  it("gives the sitemap no more addresses at once than search engines read", async () => {
    vi.spyOn(searchEngine, "newest").mockImplementationOnce((most) =>
      Promise.resolve(Array.from({ length: most }, (_, index) => String(index))),
    );
    vi.spyOn(searchEngine, "towns").mockImplementationOnce((most) =>
      Promise.resolve(
        Array.from({ length: most }, (_, index) => ({
          ...{ city: `Ville ${index}`, postalCode: "76000", count: 1 },
        })),
      ),
    );
    const xml = await (await sitemap()).text();
    expect(xml.split("<loc>")).toHaveLength(1 + 50_000);
  });

  it("gives the sitemap in as many parts as hold all venues, and names them where it stands", async () => {
    const ids = Array.from({ length: 50_100 }, (_, index) => `id-${index}`);
    vi.spyOn(searchEngine, "newest").mockImplementation((most, after = 0) =>
      Promise.resolve(ids.slice(after, after + most)),
    );
    const placesOf = async (query: string) => {
      const response = await sitemap(query);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
      const xml = await response.text();
      return { xml, places: [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place!) };
    };
    const { xml, places: parts } = await placesOf("");
    expect(xml).toContain("<sitemapindex ");
    const { origin } = new URL(parts[0]!);
    expect(parts).toEqual([1, 2].map((page) => `${origin}/sitemap.xml?page=${page}`));
    const pages = await Promise.all(
      parts.map(async (part) => await placesOf(new URL(part).search)),
    );
    expect(pages.map(({ places }) => places.length)).toEqual([49_000, 1_109]);
    expect(pages[0]!.xml).toContain("<urlset ");
    expect(pages.flatMap(({ places }) => places)).toEqual(
      [...PUBLIC_PAGES, ...ids.map((id) => `/reservation/${id}`)].map(
        (path) => new URL(path, origin).href,
      ),
    );
    for (const page of ["0", "3", "-1", "1.5", "x", "", "9".repeat(99)]) {
      expect((await sitemap(`?page=${page}`)).status).toBe(404);
    }
  });

  it("has the sitemap made once for all who ask within some minutes", async () => {
    const newest = vi.spyOn(searchEngine, "newest");
    const made = await Promise.all([sitemap(), sitemap()]);
    expect(new Set(await Promise.all(made.map((one) => one.text()))).size).toBe(1);
    await sitemap();
    expect(newest).toHaveBeenCalledTimes(1);
  });

  it("gives the sitemap the venues that can be found, the newest first", async () => {
    const owner = await createOwner();
    const old = await createVenue(owner);
    const young = await createVenue(owner);
    await createVenue(owner, { searchable: false });
    expect(await listVenueIds(3)).toEqual([young, old].map(({ _id }) => _id.toString()));
  });
});
