import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import type { RouteConfigEntry } from "@remix-run/route-config";
import mongoose, { Types } from "mongoose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { offerLink } from "~/bookings/mail/answer-link.server";
import { appendToLedger } from "~/payments/ledger.server";
import { NO_PAYMENT } from "~/payments/snapshot";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { RequestSession } from "~/platform/session.server";
import routeConfig from "~/routes";
import { ratingOf } from "~/venues/rating";
import { CalendarImportModel } from "@models/calendar-import";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import { program } from "../../scripts/lib/paths.mjs";
import type * as Application from "../../server";
import { useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { examined, expectIndexed, readsOf, type Command } from "../support/looked-through";
import { createReservation } from "../support/reservations";

/**
 * A member's pages cost what they show: each reads that person's documents only, however many others
 * there are. The engine says of each read how many it looked at.
 */

useDatabase();

const STATES = ["hold", "pending", "confirmed", "ended", "cancelled", "dead"] as const;
const READS = ["find", "aggregate", "count", "distinct"];
let reads: Command[] = [];
let server: Server | undefined;
let origin: string;
let owner: User;
let buyer: User;
/** What the names of `PAGES` stand for. */
const named: Record<string, string> = {
  year: todayInParis(new Date()).slice(0, 4),
  day: addDays(todayInParis(new Date()), 200),
  answer: "accepter",
  act: "retirer",
};

beforeAll(async () => {
  process.env.RUN_JOBS = "none";
  const built = (await import(
    /* @vite-ignore */ pathToFileURL(program("index")).href
  )) as typeof Application;
  server = createServer(await built.createApp()).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  [owner, buyer] = [await createOwner({ spondorshipCode: "TILLEULS" }), await createUser()];
  await fill();
  // What the process reads for everybody at its start is no page's.
  await eventually(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200));

  mongoose.connection.getClient().on("commandStarted", ({ commandName, command }) => {
    const { lsid: _, $clusterTime: __, ...rest }: Command = command;
    // The content's version, kept for two seconds for everybody.
    const isOfEverybody = rest[commandName] === "settings";
    if (READS.includes(commandName) && !isOfEverybody) reads.push(rest);
  });
});
afterAll(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Reservations of the buyer at the owner's venue in every state, and three times as many of others at others'. */
async function fill(): Promise<void> {
  const [stranger, otherOwner] = [await createUser(), await createOwner()];
  const [venue, otherVenue] = [await createVenue(owner), await createVenue(otherOwner)];
  named.venue = venue._id.toString();
  await praise(venue);
  const today = todayInParis(new Date());
  const one = (number: number, own: boolean) =>
    createReservation({
      venue: own ? venue : otherVenue,
      buyer: own ? buyer : stranger,
      status: STATES[number % STATES.length] ?? "hold",
      reference: `PDS-${own ? "A" : "B"}${number}`,
      requestKey: new Types.ObjectId().toString(),
      startDate: addDays(today, 10 + number),
      endDate: addDays(today, 10 + number),
      chargeId: `ch_${own ? "a" : "b"}${number}`,
    });
  for (let number = 0; number < 12; number += 1) {
    const { _id, status } = await one(number, true);
    named[status] ??= _id.toString();
  }
  const confirmed = await ReservationModel.findById(named.confirmed);
  await pay(confirmed!.toObject());
  await askAndOffer(venue);
  for (let number = 0; number < 36; number += 1) {
    const other = await one(number, false);
    if (other.status === "confirmed") await pay(other);
  }
}

/** A review of a venue by somebody else, which its page shows. */
async function praise({ _id: venue }: Venue): Promise<void> {
  await VenueModel.updateOne({ _id: venue }, { $set: { rating: ratingOf(1, 5) } });
  await ReviewModel.create({
    ...{ reservation: new Types.ObjectId(), venue, author: new Types.ObjectId() },
    ...{ authorName: "Camille D.", rating: 5, text: "Très bel endroit.", stayDay: "2026-06-11" },
    ...{ state: "published", publishedAt: new Date() },
  });
}

/** Other dates that the buyer asked for, an offer of the waiting list, what leads to them by mail, and a calendar elsewhere. */
async function askAndOffer(venue: Venue): Promise<void> {
  const stayOn = (after: number) => {
    const day = addDays(todayInParis(new Date()), after);
    return { startDate: day, endDate: day, startSlot: "AM", endSlot: "PM" } as const;
  };
  const until = addMinutes(new Date(), 600);
  const asked = await createReservation({
    ...{ venue, buyer, status: "confirmed", ...stayOn(60) },
    change: { ...stayOn(62), at: new Date(), until },
  });
  const offer = new Types.ObjectId();
  const hold = await createReservation({
    ...{ venue, buyer, status: "hold", ...stayOn(64), offer, holdUntil: until },
  });
  const wish = await WishModel.create({
    ...{ _id: offer, user: buyer._id, venue: venue._id, reservation: hold._id, ...stayOn(64) },
    ...{ period: venue.time, state: "offered", lookAt: until, createdAt: new Date() },
  });
  const calendar = await CalendarImportModel.create({
    ...{ venue: venue._id, owner: owner._id, name: "Ailleurs", createdAt: new Date() },
    url: "https://ailleurs.exemple.fr/salle.ics",
  });
  const receipt = await ReceiptModel.findOne({ reservation: named.confirmed }).lean();
  named.calendar = calendar._id.toString();
  named.asked = asked._id.toString();
  named.offer = new URL(offerLink(wish)).pathname.slice("/attente/".length);
  named.receipt = `${receipt!.number}.pdf`;
}

/** Writes down that a reservation was paid and sent on to its owner, with its receipt. */
async function pay(reservation: Reservation): Promise<void> {
  const { reference: id, total: amount } = reservation;
  const at = new Date();
  const charge = { id: `ch_${id}`, amount, at, captured: amount, manual: false };
  const transfer = { id: `tr_${id}`, amount, at, reversals: [] };
  const payment = { ...NO_PAYMENT, state: "paid", charge, transfer } as const;
  await inTransaction((session) => appendToLedger([{ payment, parties: reservation }], session));
}

/** The cookie of someone who has just logged in. */
async function cookieOf(user: User): Promise<string> {
  let cookie = "";
  await new RequestSession(null, "vitest", (value) => (cookie = value)).start(user._id);
  return cookie.split(";")[0] ?? "";
}

const settings = (name: string) => `/mes-parametres/${name}`;
const MEMBERS = [
  ...["/profil", "/mes-paiments", "/mes-locations", "/ajouter-location"],
  "/create-stripe-account",
  ...["mon-compte", "e-mail", "mot-de-passe", "cookies", "liason-compte"].map(settings),
  ...["sessions", "jetons", "revenus", "decisions"].map(settings),
];
const BUYERS = [
  "/mes-demandes?statut=confirmed",
  ...["", "/dates", "/annuler", "/recu", "/recu/:receipt", "/agenda.ics"].map(
    (page) => `/mes-demandes/:confirmed${page}`,
  ),
  ...["/mes-demandes/:asked/dates/renoncer", "/mes-demandes/:cancelled/supprimer"],
  ...["/mes-demandes/:ended/avis", "/attente/:offer"],
  "/reservation?start=:day",
  ...["/reservation/:venue/attente", "/reservation/:venue/avis"],
  ...["paiement?demande=:hold", "success?demande=:confirmed", "error?demande=:hold"].map(
    (page) => `/reservation/:venue/${page}`,
  ),
];
const OWNERS = [
  ...["/mes-locations?q=la", "/mes-locations?mois=2027-04"],
  ...["", "/annuler", "/recu", "/recu/:receipt", "/agenda.ics"].map(
    (page) => `/mes-locations/demandes/:confirmed${page}`,
  ),
  ...["/mes-locations/demandes/:pending/:answer", "/mes-locations/demandes/:asked/dates/:answer"],
  ...["calendriers", "calendriers/:act?calendrier=:calendar", "supprimer"].map(
    (name) => `/profil/location/:venue/${name}`,
  ),
  settings("mes-liens"),
];
/** A page, and how many questions it asks at most, the session's among them. */
const most = (questions: number) => (who: string) => (path: string) =>
  [who, path, questions] as const;
const PAGES = [
  ...[...MEMBERS, ...BUYERS].map(most(4)("the buyer")),
  ...[...MEMBERS, ...OWNERS].map(most(4)("the owner")),
  // Names are told apart between two of them: one alone would read all bookings there ever were.
  most(5)("the owner")("/mes-locations?client=hugo"),
  // With its photos not yet shown, its closed days and its waiting list.
  most(5)("the owner")("/profil/location/:venue"),
  // With its taken half days, its reviews, and what they have there themselves.
  most(5)("the buyer")("/reservation/:venue"),
  // Of those that are over, which are reviewed, and where their venues are by now.
  ...["/mes-demandes", "/mes-demandes?q=la"].map(most(5)("the buyer")),
  most(4)("the owner")("/mes-demandes"),
  // Nothing may be on its way: neither a case nor, by the books, a dispute.
  ...["the buyer", "the owner"].map((who) => most(5)(who)(settings("desactiver"))),
  // All that moved in a year and all that was let in it, by the books, with the places as they were then.
  most(10)("the owner")(settings("revenus/:year")),
  // No page but a file of a year.
  most(6)("the owner")("/mes-locations.csv"),
];

/** Addresses behind the members' door that are no member's page. */
const NO_PAGE: Readonly<Record<string, string>> = {
  "/mes-parametres": "leads on to mon-compte",
  "/seconde-etape": "administrators alone",
  "/mes-parametres/mes-donnees":
    "a file of all that is stored of somebody, a question a collection",
};

function behindMembersDoor(
  entries: readonly RouteConfigEntry[],
  above = "",
  isIn = false,
): string[] {
  return entries.flatMap(({ file, path, children }) => {
    const whole = path ? `${above}/${path}` : above;
    if (children)
      return behindMembersDoor(children, whole, isIn || file.endsWith("groups/member.tsx"));
    return isIn ? [whole] : [];
  });
}

test("every page behind the members' door is held", () => {
  // Whatever its parameters are called.
  const shape = (path: string) => path.replace(/\?.*/, "").replaceAll(/:\w+/g, ":");
  const held = [...PAGES.map(([, path]) => path), ...Object.keys(NO_PAGE)].map(shape);
  const open = behindMembersDoor(routeConfig);
  expect(open.length).toBeGreaterThan(40);
  expect(open.filter((path) => !held.includes(shape(path)))).toEqual([]);
});

test.each(PAGES)("for %s, %s reads their own documents only", async (who, path, questions) => {
  const headers = { cookie: await cookieOf(who === "the owner" ? owner : buyer) };
  const url = origin + path.replaceAll(/:(\w+)/g, (_, name: string) => named[name] ?? name);
  const visit = async () => {
    const answer = await fetch(url, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    // To its end: a file is read from the database while it is sent.
    await answer.arrayBuffer();
    return answer;
  };
  // Once before: what the process keeps for everybody is read by then.
  await visit();
  reads = [];
  expect((await visit()).status).toBe(200);
  const asked = reads;
  const texts = asked.map((command) => JSON.stringify(command));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length, texts.join("\n")).toBeLessThanOrEqual(questions);
  for (const command of asked) {
    await expectIndexed(command);
    for (const read of readsOf(command)) {
      const [first] = (read.pipeline ?? [{ $match: {} }]) as Command[];
      expect(first, JSON.stringify(read)).toHaveProperty("$match");
      const { examined: looked, returned } = await examined(read);
      expect(looked, JSON.stringify(read)).toBeLessThanOrEqual(Math.max(returned, 1));
    }
  }
});

describe("what is kept of an address", () => {
  test.each([
    ["mails", { to: "a@exemple.fr" }],
    ["contactmessages", { email: "a@exemple.fr" }],
  ])("is found in %s without looking through those of others", async (find, filter) => {
    const [field = ""] = Object.keys(filter);
    const rows = Array.from({ length: 60 }, (_, place) => ({
      key: `own-documents:${place}`,
      [field]: place < 3 ? "a@exemple.fr" : `b${place}@exemple.fr`,
    }));
    await mongoose.connection.collection(find).insertMany(rows);
    expect(await examined({ find, filter })).toEqual({ examined: 3, returned: 3 });
    await mongoose.connection.collection(find).deleteMany({ key: /^own-documents:/ });
  });
});
