import mongoose, { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { WEEKDAYS } from "@models/enumerations";
import { VenueModel, type Venue } from "@models/venue";
import { bookingPage } from "~/bookings/reserve/booking-page.server";
import { dayLimits } from "~/rules/calendar";
import { addDays, formatDay } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { loader as venueApi } from "~/routes/api/location/$id";
import { loader as venuePage } from "~/routes/reservation/$id/index";
import { apiVenue } from "~/venues/api-venues.server";
import { PRIVATE_FIELDS } from "~/venues/venue-shapes";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { rendered } from "../support/rendered";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();
const { earliest } = dayLimits(now);
const [d1, d3] = [addDays(earliest, 9), addDays(earliest, 11)];
const open = async (
  venue: { _id: Types.ObjectId },
  raw: Record<string, string> = {},
  viewerId: string | null = null,
) =>
  await bookingPage(venue._id.toString(), {
    viewerId,
    raw: { startDate: undefined, endDate: undefined, ...raw },
    now,
  });

describe("the page of a venue", () => {
  it("shows the venue and its owner", async () => {
    const owner = await createOwner({ createdAt: new Date("2024-03-12T10:00:00Z") });
    const { venue, offer, problem, policyText } = await open(
      await createVenue(owner, { equipement: ["Parking"] }),
    );
    expect(venue).toMatchObject({
      capacity: "10 - 50",
      isOpen: true,
      equipment: [{ label: "Parking", detail: "Parking sécurisé." }],
      owner: { name: "Camille D.", kind: "Particulier", since: "12/03/2024", avatarId: null },
    });
    expect(venue.mapUrl).toContain("12%20rue%20des%20Tilleuls%2C%2069003%20Lyon");
    expect({ offer, problem }).toEqual({ offer: null, problem: null });
    expect(policyText).toContain("jusqu’à 1\u00a0jour avant");
  });

  it("names an organisation, and says what it is", async () => {
    const owner = await createOwner({
      type: "Collectivité",
      role: undefined,
      natureOfCollectivity: "Commune",
      entityName: "Ville des Tilleuls",
    });
    const { venue } = await open(await createVenue(owner));
    expect(venue.owner).toMatchObject({ name: "Ville des Tilleuls", kind: "Commune" });
  });

  it("works the price out", async () => {
    const { offer, problem, policyText } = await open(await createVenue(await createOwner()), {
      startDate: d1,
      endDate: d3,
    });
    expect(problem).toBeNull();
    expect(offer?.total).toBe(162_000);
    expect(offer?.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ["3\u00a0jours × 480,00\u00a0€", 144_000],
      ["Frais de service (12,5\u00a0%)", 18_000],
      ["Total", 162_000],
    ]);
    expect(policyText).toContain(`jusqu’au ${formatDay(addDays(d1, -1))}`);
  });

  it("prices no days that nobody can reserve at once", async () => {
    const venue = await createVenue(await createOwner());
    const most = await open(venue, { startDate: d1, endDate: addDays(d1, 30) });
    expect(most.problem).toBeNull();
    expect(most.offer?.lines[0]?.label).toBe("31\u00a0jours × 480,00\u00a0€");
    const beyond = await open(venue, { startDate: d1, endDate: addDays(d1, 31) });
    const says =
      "31\u00a0jours au plus se réservent à la fois. Choisissez une période plus courte.";
    expect({ problem: beyond.problem, offer: beyond.offer }).toEqual({
      problem: says,
      offer: null,
    });
    // Nor can they be waited for, whoever has some of them.
    await takeSlots(venue, [d3, "AM"], [d3, "PM"]);
    const taken = await open(venue, { startDate: d1, endDate: addDays(d1, 31) });
    expect({ problem: taken.problem, isTaken: taken.isTaken }).toEqual({
      ...{ problem: says, isTaken: false },
    });
  });

  it("counts half days", async () => {
    const venue = await createVenue(await createOwner(), { time: "Half", price: 10_000 });
    const { offer } = await open(venue, { startDate: d1, endDate: d1, startSlot: "PM" });
    expect(offer?.lines[0]?.label).toBe("1\u00a0demi-journée × 100,00\u00a0€");
  });

  it("tells the taken days and refuses to price them", async () => {
    const venue = await createVenue(await createOwner());
    await takeSlots(venue, [d1, "AM"], [d1, "PM"]);
    const { offer, problem, unavailable, chosen } = await open(venue, {
      startDate: d1,
      endDate: d3,
    });
    expect(unavailable).toEqual([`le ${formatDay(d1)}`]);
    expect(offer).toBeNull();
    expect(problem).toBe(
      "Une réservation existe déjà entre vos dates sélectionnées. Veuillez choisir des dates disponibles.",
    );
    expect(chosen).toMatchObject({ start: d1, end: d3 });
  });

  it.each([
    [{ startDate: "2020-01-01", endDate: "2020-01-02" }, "La première date possible est demain."],
    [{ startDate: d1 }, "Veuillez sélectionner une date"],
    [{ startDate: "", endDate: "" }, "Veuillez sélectionner une date"],
    [
      { startDate: "'; drop", endDate: d3 },
      "Saisissez des dates qui existent, au format JJ/MM/AAAA.",
    ],
  ])("explains %j", async (raw, message) => {
    const { offer, problem } = await open(await createVenue(await createOwner()), raw);
    expect({ offer, problem }).toEqual({ offer: null, problem: message });
  });

  it("is closed while the venue or its owner is not ready, and prices no days", async () => {
    const pending = await createVenue(await createOwner({ stripeStats: "pending" }));
    const unavailable = await createVenue(await createOwner(), {
      status: "unavailable",
      searchable: false,
    });
    for (const venue of [pending, unavailable]) {
      for (const raw of [
        { startDate: d1, endDate: d3 },
        { startDate: d3, endDate: d1 },
      ]) {
        expect(await open(venue, raw)).toMatchObject({
          ...{ venue: { isOpen: false }, calendar: null },
          ...{ offer: null, problem: null, isTaken: false },
        });
      }
    }
  });
});

describe("what is free when", () => {
  it("is told half by half, closed days apart, from the day asked for", async () => {
    const venue = await createVenue(await createOwner(), { time: "Half" });
    await takeSlots(venue, [d1, "AM"], [earliest, "AM"], [earliest, "PM"]);
    const { calendar } = await open(venue);
    expect(calendar?.dates[0]?.day).toBe(addDays(earliest, 1));
    const from = await bookingPage(venue._id.toString(), {
      viewerId: null,
      raw: {},
      from: d1,
      now,
    });
    expect(from.calendar).toMatchObject({ month: d1.slice(0, 7), from: d1 });
    // A block of the owner's, as `takeSlots` makes them.
    expect(from.calendar?.days.find(({ day }) => day === d1)).toMatchObject({
      AM: "closed",
      PM: "free",
    });
  });

  it("goes on from days that are taken", async () => {
    const venue = await createVenue(await createOwner());
    await takeSlots(venue, [d1, "AM"], [d1, "PM"]);
    const { calendar } = await open(venue, { startDate: d1, endDate: d1 });
    expect(calendar).toMatchObject({
      from: d1,
      dates: [{ day: addDays(d1, 1) }, {}, {}, {}, {}, {}],
    });
  });
});

it("names those near it that can be reserved, with their stars, and not the viewer's own", async () => {
  const owner = await createOwner();
  const venue = await createVenue(owner);
  const [near, own, gone] = await Promise.all([
    createVenue(owner, { postalCode: "69001", rating: { count: 3, sum: 14, average: 47 } }),
    createVenue(await createOwner()),
    createVenue(owner, { title: "Salle partie" }),
  ]);
  await createVenue(owner, { postalCode: "75011", city: "Paris" });
  await open(venue);
  await VenueModel.updateOne({ _id: gone._id }, { searchable: false });
  const { similar } = await open(venue, {}, own.userId.toString());
  expect(similar.map(({ id, rating }) => [id, rating])).toEqual([
    [near._id.toString(), { average: "4,7", count: 3 }],
  ]);
});

describe("the way to other venues keeps the days", () => {
  /** The links of its page to the list and to other venues, and what the first one says. */
  const ways = async ({ _id }: { _id: Types.ObjectId }, start: string, end = start) => {
    const path = `/reservation/${_id.toString()}?start=${start}&end=${end}`;
    const html = await (await rendered(new Visitor(), path)).text();
    const main = html.slice(html.indexOf("<main")).replaceAll("&amp;", "&");
    const similar = main.slice(main.indexOf("Lieux semblables"));
    const [to] = /(?<=href=")\/reservation[^"/]*/.exec(main) ?? [];
    const [label] = /Salles libres à ces dates|Toutes les salles/.exec(main) ?? [];
    return [to, label, ...(similar.match(/(?<=href="\/reservation\/[\da-f]{24})[^"]*/g) ?? [])];
  };
  const kept = (start: string, end = start) => {
    const days = `?start=${start}&end=${end}`;
    return [`/reservation${days}`, "Salles libres à ces dates", days];
  };
  const DROPPED = ["/reservation", "Toutes les salles", ""];
  /** A venue with another one beside it. */
  const beside = async (fields: Partial<Venue>) => {
    const owner = await createOwner();
    await createVenue(owner);
    return await createVenue(owner, fields);
  };

  it.each<[string, Partial<Venue>]>([
    ["a weekday that is closed", { closedWeekdays: [...WEEKDAYS].slice(0, 6) }],
    ["too soon", { minimumNotice: 60 }],
    ["too short", { shortestStay: 9 }],
    ["too long", { longestStay: 2 }],
  ])("that its own rules alone refuse: %s", async (_, rules) => {
    expect(await ways(await beside(rules), d1, d3)).toEqual(kept(d1, d3));
  });

  it("but not those that nobody can have", async () => {
    const venue = await beside({});
    expect(await ways(venue, d1)).toEqual(kept(d1));
    expect(await ways(venue, d3, d1)).toEqual(DROPPED);
    expect(await ways(venue, d1, addDays(d1, 31))).toEqual(DROPPED);
  });

  it("likewise where it cannot be reserved at all", async () => {
    const venue = await beside({ status: "unavailable", searchable: false });
    const [to, label] = kept(d1);
    expect(await ways(venue, d1)).toEqual([to, label]);
    const [toAll, all] = DROPPED;
    for (const nobodys of ["abc", addDays(earliest, -2)]) {
      expect(await ways(venue, nobodys)).toEqual([toAll, all]);
    }
  });
});

describe("its refusals", () => {
  const refused = async (venueId: string, viewerId: string | null = null) =>
    await expect(apiVenue(venueId, viewerId)).rejects.toEqual(new Refusal("not_found"));

  it("is a 404 for no venue and for ids that are none", async () => {
    for (const id of [new Types.ObjectId().toString(), "1", "__proto__", '{"$gt":""}']) {
      const params = { id };
      expect((await new Visitor().visit(venueApi, "/", { params })).status).toBe(404);
      const page = new Visitor().visit(venuePage, "/", { params });
      await expect(page).rejects.toMatchObject({ status: 404 });
    }
  });

  it("is a 404 for its owner, and for no one else", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner);
    await refused(venue._id.toString(), owner._id.toString());
    const other = await createUser();
    expect((await open(venue, {}, other._id.toString())).venue.id).toBe(venue._id.toString());
  });

  it("is a 404 without a payment account, banned, gone or withdrawn", async () => {
    const at = new Date();
    for (const owner of [
      await createUser(),
      await createOwner({ bannedAt: at }),
      await createOwner({ deletedAt: at }),
    ]) {
      await refused((await createVenue(owner))._id.toString());
    }
    const owner = await createOwner();
    await refused((await createVenue(owner, { listed: false }))._id.toString());
    await refused((await createVenue(owner, { deletedAt: at }))._id.toString());
  });
});

it("says overseas that delays are by Paris's time, and elsewhere nothing of it", async () => {
  const venue = await createVenue(await createOwner());
  const told = async (postalCode: string) => {
    await VenueModel.updateOne({ _id: venue._id }, { postalCode });
    return await (await rendered(new Visitor(), `/reservation/${venue._id.toString()}`)).text();
  };
  expect(await told("97110")).toContain(
    "délais d’annulation et de réponse sont à l’heure de Paris",
  );
  expect(await told("69003")).not.toContain("heure de Paris");
});

it("costs two queries, once the search index is there, those near it included", async () => {
  const owner = await createOwner();
  const venue = await createVenue(owner);
  const near = await createVenue(owner, { postalCode: "69001" });
  expect((await open(venue)).similar.map(({ id }) => id)).toEqual([near._id.toString()]);
  const commands: string[] = [];
  mongoose.set("debug", (collection: string, method: string) => {
    commands.push(`${collection}.${method}`);
  });
  await open(venue, { startDate: d1, endDate: d3 });
  mongoose.set("debug", false);
  expect(commands.sort()).toEqual(["bookedslots.find", "venues.aggregate"]);
});

it("tells /api no more of an owner than everybody may know", async () => {
  const { owner, price } = await apiVenue(
    (await createVenue(await createOwner()))._id.toString(),
    null,
  );
  expect(price).toBe(480);
  expect(Object.keys(owner).sort()).toEqual(["_id", "avatar", "createdAt", "lastname", "name"]);
  expect(owner.lastname).toBe("D");
});

it("tells /api whether it can be reserved, as its page does", async () => {
  for (const [of, venueOf, isOpen] of [
    [{}, {}, true],
    [{ stripeStats: "restricted" }, { searchable: false }, false],
    [{}, { searchable: false, status: "unavailable" }, false],
  ] as const) {
    const venue = await createVenue(await createOwner(of), venueOf);
    expect((await apiVenue(venue._id.toString(), null)).isOpen).toBe(isOpen);
    expect((await open(venue)).venue.isOpen).toBe(isOpen);
  }
});

it.each(PRIVATE_FIELDS)("tells a visitor nothing of %s, on its page or by /api", async (field) => {
  const venue = await createVenue(await createOwner());
  const mark = "for confirmed guests alone";
  await VenueModel.collection.updateOne({ _id: venue._id }, { $set: { [field]: mark } });
  const page = await open(venue);
  expect(page.venue).not.toHaveProperty(field);
  expect(JSON.stringify([page, await apiVenue(venue._id.toString(), null)])).not.toContain(mark);
});
