import mongoose, { type mongo } from "mongoose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayLimits } from "~/rules/calendar";
import type { User } from "@models/user";
import { bumpContentVersion } from "~/platform/content-version.server";
import { addDays } from "~/platform/days";
import { listPlaces } from "~/venues/map-places.server";
import { listVenues } from "~/venues/search-venues.server";
import { readSearch } from "~/venues/search-form";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { examined, type Command } from "../support/looked-through";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

useDatabase();

const limits = dayLimits(new Date());
const search = async (query: string, viewerId: string | null = null) =>
  await listVenues(readSearch(new URLSearchParams(query), limits).search, viewerId, new Date());
const titles = async (query: string, viewerId?: string) =>
  (await search(query, viewerId)).venues.map(({ title }) => title);

describe("the listing", () => {
  beforeEach(emptyDatabase);

  it("shows searchable venues, the newest first", async () => {
    const owner = await createOwner();
    await createVenue(owner, { title: "Ancien" });
    await createVenue(owner, { title: "Récent" });
    await createVenue(owner, { title: "Indisponible", searchable: false });
    const found = await search("");
    expect(found).toMatchObject({ count: 2, isCapped: false, page: 1, pages: 1 });
    expect(found.venues.map(({ title }) => title)).toEqual(["Récent", "Ancien"]);
    expect(found.venues[0]).toMatchObject({
      city: "Lyon",
      country: "France",
      price: { amount: "480\u00a0€", per: "par jour", withFee: "540,00\u00a0€" },
      capacity: "10 - 50",
      photoCount: 5,
      cover: { alt: "Vue 1" },
    });
  });

  it("calls a town by its commune's name, however the owner of the newest venue writes it", async () => {
    const owner = await createOwner();
    const town = async () => (await search("city=LYON")).town;
    await createVenue(owner, { city: "Lyon" });
    expect(await town()).toBe("Lyon");
    await createVenue(owner, { city: "LYON" });
    expect(await town()).toBe("Lyon");
    expect((await search("")).town).toBeNull();
  });

  it("leaves out the viewer's own venues", async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    await createVenue(owner, { title: "Mienne" });
    await createVenue(other, { title: "Autre" });
    expect(await titles("", owner._id.toString())).toEqual(["Autre"]);
    expect((await search("", owner._id.toString())).count).toBe(1);
  });

  it("leaves out what is taken on the days asked for, and only then", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner, { title: "Prise" });
    await createVenue(owner, { title: "Libre" });
    const day = addDays(limits.earliest, 10);
    await takeSlots(venue, [day, "PM"]);
    expect(await titles(`start=${day}`)).toEqual(["Libre"]);
    expect(await titles(`start=${addDays(day, -2)}&end=${addDays(day, 2)}`)).toEqual(["Libre"]);
    expect(await titles(`start=${addDays(day, 1)}`)).toEqual(["Libre", "Prise"]);
  });

  it("leaves out from nobody what they hold themselves and have not paid", async () => {
    const [buyer, other, owner] = [await createUser(), await createUser(), await createOwner()];
    const venue = await createVenue(owner, { preparationBefore: 2, preparationAfter: 1 });
    const day = addDays(limits.earliest, 10);
    const hold = await createReservation({ venue, buyer, status: "hold", startDate: day });
    await bumpContentVersion({ days: [venue._id.toString()] });
    const found = async (on: string, { _id }: Pick<User, "_id">) => {
      const { search: wanted } = readSearch(new URLSearchParams(`start=${on}`), limits);
      const places = await listPlaces(wanted, _id.toString(), new Date());
      const { count } = await search(`start=${on}`, _id.toString());
      expect(places.count).toBe(count);
      return count;
    };
    // The day after is too near to it for anybody else.
    for (const on of [day, addDays(day, 1)]) {
      expect([await found(on, buyer), await found(on, other)]).toEqual([1, 0]);
      expect((await search(`start=${on}`)).count).toBe(0);
    }
    // Neither what is paid nor what keeps dearer dates for what is.
    await createReservation({ venue, buyer, status: "confirmed", startDate: addDays(day, 20) });
    const { _id: reservation, startDate, endDate, startSlot, endSlot, total } = hold;
    const supplementTo = { reservation, startDate, endDate, startSlot, endSlot, total };
    const later = addDays(day, 40);
    await createReservation({ venue, buyer, status: "hold", startDate: later, supplementTo });
    await bumpContentVersion({ days: [venue._id.toString()] });
    expect([await found(addDays(day, 20), buyer), await found(later, buyer)]).toEqual([0, 0]);
  });

  it("compares venues of either kind by one whole day, the fee included", async () => {
    const owner = await createOwner();
    await createVenue(owner, { title: "Au jour", price: 50_000 });
    await createVenue(owner, { title: "À la demi-journée", price: 30_000, time: "Half" });
    expect(await titles("sort=price-asc")).toEqual(["Au jour", "À la demi-journée"]);
    expect(await titles("minPrice=675")).toEqual(["À la demi-journée"]);
    expect(await titles("maxPrice=674,99")).toEqual(["Au jour"]);
  });

  it("says what the days asked for come to, and leads on with them", async () => {
    const owner = await createOwner();
    await createVenue(owner, { price: 48_000 });
    await createVenue(owner, { price: 14_550, time: "Half" });
    const [start, end] = [addDays(limits.earliest, 3), addDays(limits.earliest, 5)];
    const { venues } = await search(`start=${start}&end=${end}`);
    const query = `?start=${start}&end=${end}`;
    expect(venues.map(({ stay }) => stay)).toEqual([
      { units: "6\u00a0demi-journées", total: "982,13\u00a0€", query },
      { units: "3\u00a0jours", total: "1\u202f620,00\u00a0€", query },
    ]);
    expect((await search("")).venues.map(({ stay }) => stay)).toEqual([undefined, undefined]);
  });

  it("has pages of 20 that share no venue", async () => {
    const owner = await createOwner();
    for (let index = 0; index < 45; index += 1) await createVenue(owner);
    const pages = await Promise.all([1, 2, 3].map((page) => search(`page=${page}`)));
    expect(pages.map(({ venues }) => venues.length)).toEqual([20, 20, 5]);
    const ids = pages.flatMap(({ venues }) => venues.map(({ id }) => id));
    expect(new Set(ids).size).toBe(45);
    expect(pages[0]).toMatchObject({ count: 45, pages: 3 });
  });
});

describe("the listing by city", () => {
  beforeAll(async () => {
    await emptyDatabase();
    const owner = await createOwner();
    for (const name of ["Mont-Saint-Aignan", "Lyon", "Saint-Étienne"]) {
      await createVenue(owner, { city: name, title: name });
    }
  });

  it.each([
    ["saint", ["Saint-Étienne", "Mont-Saint-Aignan"]],
    ["SAINT-É", ["Saint-Étienne"]],
    ["aignan", ["Mont-Saint-Aignan"]],
    ["mont saint", ["Mont-Saint-Aignan"]],
    ["St Étienne", ["Saint-Étienne"]],
    ["mt-st-aignan", []],
    ["mont st", ["Mont-Saint-Aignan"]],
    ["st", ["Saint-Étienne", "Mont-Saint-Aignan"]],
    ["ignan", []],
    ["$gt", []],
    [".*", ["Saint-Étienne", "Lyon", "Mont-Saint-Aignan"]],
  ])("finds the cities that %s starts a word of", async (city, expected) => {
    expect(await titles(new URLSearchParams({ city }).toString())).toEqual(expected);
  });
});

describe("the listing with filters", () => {
  beforeAll(async () => {
    await emptyDatabase();
    const owner = await createOwner();
    await createVenue(owner, {
      title: "Jardin",
      price: 20_000,
      type: ["Jardins"],
      capacity: "<100",
      equipement: ["Bar"],
    });
    await createVenue(owner, {
      title: "Villa",
      price: 90_000,
      type: ["Villas", "Jardins"],
      capacity: ">11",
      equipement: ["Bar", "Parking"],
    });
    await createVenue(owner, { title: "Salle", price: 50_000, type: ["Salles de fête"] });
  });

  it.each([
    ["minPrice=225&maxPrice=562,50", ["Salle", "Jardin"]],
    ["minPrice=225,01", ["Salle", "Villa"]],
    ["maxPrice=225", ["Jardin"]],
    ["maxPrice=224,99", []],
    ["minPrice=225&maxPrice=225", ["Jardin"]],
    ["type=Jardins", ["Villa", "Jardin"]],
    ["type=Villas&type=Salles de fête", ["Salle", "Villa"]],
    ["capacity=<100", ["Jardin"]],
    ["equipment=Bar", ["Villa", "Jardin"]],
    ["equipment=Bar&equipment=Parking", ["Villa"]],
    ["sort=price-asc", ["Jardin", "Salle", "Villa"]],
    ["sort=price-desc", ["Villa", "Salle", "Jardin"]],
    ["city=lyon&type=Jardins&maxPrice=300&sort=price-asc", ["Jardin"]],
    ["city=paris&type=Jardins", []],
  ])("%s", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
    expect((await search(query)).count).toBe(expected.length);
  });
});

describe("its cost", () => {
  beforeEach(emptyDatabase);

  let commands: string[] = [];
  beforeAll(() => {
    mongoose.set("debug", (collection: string, method: string) => {
      commands.push(`${collection}.${method}`);
    });
    return () => mongoose.set("debug", false);
  });

  const asks = async (query: string, viewerId?: string) => {
    commands = [];
    await search(query, viewerId);
    return commands;
  };

  it("is two queries, with days too, and those of what changed once", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner);
    const two = ["settings.findOne", "venues.find"];
    const changed = ["settings.findOne", "venues.find", "bookedslots.find", "venues.find"];
    expect(await asks("")).toEqual(changed);
    expect(await asks("city=lyon")).toEqual(two);
    expect(await asks("city=paris")).toEqual(["settings.findOne"]);
    const days = `start=${limits.earliest}`;
    expect(await asks(days)).toEqual(two);

    await takeSlots(venue, [limits.earliest, "AM"]);
    await createVenue(owner);
    await createVenue(owner);
    // What changed is read once, however many changes there were.
    expect(await asks(days)).toEqual(changed);
    expect(await asks(days)).toEqual(two);
  });

  it("is one query more by days for a member: their own holds, among those of all others", async () => {
    const [buyer, other] = [await createUser(), await createUser()];
    const venue = await createVenue(await createOwner());
    for (const [place, by] of [buyer, other, other, other].entries()) {
      const startDate = addDays(limits.earliest, 20 + place);
      await createReservation({
        venue,
        buyer: by,
        status: place > 2 ? "ended" : "hold",
        startDate,
      });
    }
    await search("");
    const viewerId = buyer._id.toString();
    expect(await asks("", viewerId)).toEqual(["settings.findOne", "venues.find"]);
    const reads: Command[] = [];
    const client = mongoose.connection.getClient();
    const hear = ({ command }: mongo.CommandStartedEvent) => {
      const { lsid: _, $clusterTime: __, ...rest }: Command = command;
      if (rest.find !== "settings") reads.push(rest);
    };
    client.on("commandStarted", hear);
    expect(await asks(`start=${limits.earliest}`, viewerId)).toEqual([
      "reservations.find",
      "settings.findOne",
      "venues.find",
    ]);
    client.off("commandStarted", hear);
    const one = { examined: 1, returned: 1 };
    expect(await Promise.all(reads.map(examined))).toEqual([one, one]);
  });
});

describe("what is not understood of a search", () => {
  const past = `start=${addDays(limits.earliest, -3)}`;

  it("is said on its map as in its list", async () => {
    const query = `${past}&people=beaucoup&minPrice=900&maxPrice=100`;
    const { errors, notices } = readSearch(new URLSearchParams(query), limits);
    const told = [...notices, ...Object.values(errors)];
    expect(told).toHaveLength(3);
    const page = await rendered(new Visitor(), `/reservation/carte?${query}`);
    const html = await page.text();
    for (const words of told) expect(html).toContain(words);
  });

  it.each(["/reservation", "/reservation/carte"])("stays in the address of %s", async (path) => {
    const page = await rendered(new Visitor(), `${path}?${past}&page=9`);
    expect([page.status, page.headers.get("location")]).toEqual([303, `${path}?${past}`]);
  });
});
