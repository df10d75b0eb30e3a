import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import mongoose, { Types } from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GalleryTileModel } from "@models/gallery-tile";
import { ReviewModel } from "@models/review";
import { VenueModel, type Venue } from "@models/venue";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, todayInParis } from "~/platform/days";
import { RequestSession } from "~/platform/session.server";
import { ratingOf } from "~/venues/rating";
import { program } from "../../scripts/lib/paths.mjs";
import type * as Application from "../../server";
import { useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";

/** What each page asks of the database, counted on the wire in the application as it is built. */

useDatabase();

/** `collection.command`, in order; the settings, counted apart, are read in the background as well. */
let commands: string[] = [];
let settingsReads = 0;
let server: Server | undefined;
let origin: string;
let venues: Venue[];

beforeAll(async () => {
  const owner = await createOwner();
  venues = await Promise.all(Array.from({ length: 24 }, () => createVenue(owner)));
  const day = addDays(todayInParis(new Date()), 100);
  await takeSlots(venues[0]!, [day, "AM"], [day, "PM"]);
  await fillHome();

  process.env.RUN_JOBS = "none";
  const built = (await import(
    /* @vite-ignore */ pathToFileURL(program("index")).href
  )) as typeof Application;
  const listening = createServer(await built.createApp()).listen(0, "127.0.0.1");
  server = listening;
  await once(listening, "listening");
  origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

  mongoose.connection.getClient().on("commandStarted", ({ commandName, command }) => {
    const collection: unknown =
      commandName === "getMore" ? command.collection : command[commandName];
    if (collection === "settings") settingsReads += 1;
    // Visits are written by the clock, some seconds after.
    else if (collection !== "daycounts") commands.push(`${String(collection)}.${commandName}`);
  });
});
beforeEach(() => {
  commands = [];
  settingsReads = 0;
});
afterAll(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A tile of each kind and a review, so that each part of the home page has something to read. */
async function fillHome(): Promise<void> {
  const [first, second] = venues;
  await GalleryTileModel.create([
    { _id: "city:0", section: "city", place: 0, text: "Lyon" },
    { _id: "rooms:0", section: "rooms", place: 0, text: "Salle", venue: first!._id },
    { _id: "news:0", section: "news", place: 0, text: "Salle", venue: second!._id },
  ]);
  await VenueModel.updateOne({ _id: first!._id }, { $set: { rating: ratingOf(1, 5) } });
  await ReviewModel.create({
    reservation: new Types.ObjectId(),
    venue: first!._id,
    author: new Types.ObjectId(),
    authorName: "Camille D.",
    rating: 5,
    text: "Très bel endroit.",
    stayDay: "2026-06-11",
    state: "published",
    publishedAt: new Date(),
  });
}

async function visit(path: string): Promise<string> {
  const response = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) });
  expect(response.status).toBe(200);
  return await response.text();
}

test("a process that starts reads what searches need before it says that it is ready", async () => {
  const status = async () => (await fetch(`${origin}/readyz`)).status;
  expect(await status()).toBe(503);
  await eventually(async () => expect(await status()).toBe(200), { timeout: 50_000 });
  const reads = commands.filter((command) => !command.endsWith(".ping"));
  expect(reads).toEqual(["venues.find", "bookedslots.find"]);
});

describe("a cold page asks", () => {
  test("once for the home page", async () => {
    expect(await visit("/")).toContain("Très bel endroit.");
    expect(commands).toEqual(["gallerytiles.aggregate"]);
  });

  test("nothing for the first search of all when nothing is found", async () => {
    expect(await visit("/reservation?city=zz")).toContain("Aucune location");
    expect(commands).toEqual([]);
  });

  test("twice for the listing: the content's version and its page", async () => {
    expect(await visit("/reservation")).toContain("24 lieux");
    expect(commands).toEqual(["venues.find"]);
    expect(settingsReads).toBeGreaterThanOrEqual(1);
  });

  test("twice for a venue: itself with its owner, its taken days; and for its reviews, with their authors", async () => {
    const [rated, other] = venues;
    expect(await visit(`/reservation/${other!._id.toString()}`)).toContain(other!.title);
    expect(commands.sort()).toEqual(["bookedslots.find", "venues.aggregate"]);
    commands = [];
    expect(await visit(`/reservation/${rated!._id.toString()}`)).toContain("Très bel endroit.");
    expect(commands.sort()).toEqual(["bookedslots.find", "reviews.aggregate", "venues.aggregate"]);
  });

  test.each(["/connexion", "/inscription", "/contact", "/CGU", "/qui-sommes-nous"])(
    "nothing for %s",
    async (path) => {
      await visit(path);
      expect(commands).toEqual([]);
    },
  );
});

describe("a warm page asks", () => {
  test("nothing, and looks for changes once in two seconds whoever comes", async () => {
    const paths = [
      "/",
      "/reservation",
      "/reservation?page=2",
      `/reservation/${venues[1]!._id.toString()}`,
    ];
    for (const path of paths) await visit(path);
    commands = [];
    settingsReads = 0;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: 25 }, () => paths)
        .flat()
        .map(visit),
    );
    expect(commands).toEqual([]);
    expect(settingsReads).toBeLessThanOrEqual(1 + (performance.now() - start) / 2_000);
  });
});

test("fifty visitors of a cold page ask once together", async () => {
  await Promise.all(Array.from({ length: 50 }, () => visit("/reservation?city=ly")));
  expect(commands).toEqual(["venues.find"]);
});

/** What a reservation asks; its word to searches and kept pages, of the settings, is counted apart. */
const RESERVING = [
  "venues.aggregate",
  "bookedslots.find",
  "holdguards.update",
  "reservations.find",
  "bookedslots.insert",
  "reservations.insert",
  "1.commitTransaction",
];

test("a reservation asks eight times, the search and the kept pages told of it among them", async () => {
  const buyer = await createUser();
  const book = async (venue: Venue) => {
    const day = addDays(todayInParis(new Date()), 30);
    return await reserve({
      venueId: venue._id.toString(),
      buyer: { id: buyer._id.toString() },
      startDate: day,
      endDate: day,
      requestKey: venue.title,
      now: new Date(),
    });
  };
  // The first one of theirs makes what the next ones take turns by.
  for (const venue of [venues[2]!, venues[3]!]) {
    commands = [];
    settingsReads = 0;
    await book(venue);
    expect(commands).toEqual(RESERVING);
    expect(settingsReads).toBe(1);
  }
});

test("a member’s press on 'Réserver' asks eleven times: who they are, and how often they pressed, before it reserves", async () => {
  let cookie = "";
  await new RequestSession(null, "vitest", (value) => (cookie = value)).start(
    (await createUser())._id,
  );
  const day = addDays(todayInParis(new Date()), 40);
  const stay = { start: day, startSlot: "AM", end: day, endSlot: "PM" };
  const presses = [
    { venue: venues[4]!, counted: ["ratelimits.find", "ratelimits.insert"] },
    { venue: venues[5]!, counted: ["ratelimits.find", "ratelimits.update"] },
  ];
  for (const { venue, counted } of presses) {
    commands = [];
    const { status, headers } = await fetch(`${origin}/reservation/${venue._id.toString()}`, {
      ...{ method: "POST", headers: { cookie: cookie.split(";")[0] ?? "" }, redirect: "manual" },
      body: new URLSearchParams({ ...stay, requestKey: randomUUID() }),
      signal: AbortSignal.timeout(10_000),
    });
    expect(status).toBe(303);
    expect(headers.get("location")).toContain("/paiement?demande=");
    expect(commands).toEqual(["sessions.aggregate", ...counted, ...RESERVING]);
  }
});
