import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import mongoose, { Types } from "mongoose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendToLedger } from "~/payments/ledger.server";
import { NO_PAYMENT } from "~/payments/snapshot";
import { inTransaction } from "~/platform/database.server";
import { addDays, todayInParis } from "~/platform/days";
import { RequestSession } from "~/platform/session.server";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { program } from "../../scripts/lib/paths.mjs";
import type * as Application from "../../server";
import { useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/**
 * A member's pages cost what they show: each reads that person's documents only, however many others
 * there are. The engine says of each read how many it looked at.
 */

useDatabase();

type Command = Record<string, unknown>;
const STATES = ["hold", "pending", "confirmed", "ended", "cancelled", "dead"] as const;
const READS = ["find", "aggregate", "count", "distinct"];
let reads: Command[] = [];
let server: Server | undefined;
let origin: string;
let owner: User;
let buyer: User;
let reservationId: string;
let venueId: string;

beforeAll(async () => {
  process.env.RUN_JOBS = "none";
  const built = (await import(
    /* @vite-ignore */ pathToFileURL(program("index")).href
  )) as typeof Application;
  server = createServer(await built.createApp()).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  [owner, buyer] = [await createOwner(), await createUser()];
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
  venueId = venue._id.toString();
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
  for (let number = 0; number < 12; number += 1) await one(number, true);
  const confirmed = await ReservationModel.findOne({ userId: buyer._id, status: "confirmed" });
  reservationId = confirmed!._id.toString();
  await pay(confirmed!.toObject());
  for (let number = 0; number < 36; number += 1) {
    const other = await one(number, false);
    if (other.status === "confirmed") await pay(other);
  }
}

/** Writes down that a reservation was paid, with its receipt. */
async function pay(reservation: Reservation): Promise<void> {
  const { reference: id, total: amount } = reservation;
  const charge = { id: `ch_${id}`, amount, at: new Date(), captured: amount, manual: false };
  const payment = { ...NO_PAYMENT, state: "paid", charge } as const;
  await inTransaction((session) => appendToLedger([{ payment, parties: reservation }], session));
}

/** The cookie of someone who has just logged in. */
async function cookieOf(user: User): Promise<string> {
  let cookie = "";
  await new RequestSession(null, "vitest", (value) => (cookie = value)).start(user._id);
  return cookie.split(";")[0] ?? "";
}

/** What the database looked through for a read, and what it gave. */
async function examined(command: Command): Promise<{ examined: number; returned: number }> {
  // With one the embedded engine reads the whole index, and says that it looked at none but what it gave.
  expect(command).not.toHaveProperty("hint");
  const explained = await mongoose.connection.db?.command({
    explain: command,
    verbosity: "executionStats",
  });
  const { totalDocsExamined, nReturned } = explained?.executionStats as Record<string, number>;
  return { examined: totalDocsExamined ?? Infinity, returned: nReturned ?? 0 };
}

/** What a pipeline reads of other collections, at whatever depth. */
interface Joined {
  from: string;
  /** The fields that what is read of it is looked for by, one of which an index has to begin with. */
  by: string[];
  stage: Command;
}

function joinsOf(stages: readonly Command[]): Joined[] {
  return stages.flatMap((stage) => {
    const { $lookup, $unionWith, $facet } = stage as Record<string, Command | undefined>;
    if ($facet) return Object.values($facet).flatMap((branch) => joinsOf(branch as Command[]));
    const join = $lookup ?? $unionWith;
    if (!join) return [];
    const {
      from,
      coll,
      foreignField,
      pipeline = [],
    } = join as Partial<Record<"from" | "coll" | "foreignField", string>> & {
      pipeline?: Command[];
    };
    // What is looked up without a field of its own is bounded by what its pipeline looks for first.
    const { $match } = (pipeline[0] ?? {}) as { $match?: Command };
    const by = foreignField ? [foreignField] : Object.keys($match ?? {});
    return [{ from: from ?? coll ?? "", by, stage }, ...joinsOf(pipeline)];
  });
}

/**
 * The engine plans the beginning of a pipeline alone and says nothing of what is looked up on the way: an index of the
 * other collection has to begin with what is looked for there, or all of it is read, once for each document.
 */
async function expectIndexed(command: Command): Promise<void> {
  for (const { from, by, stage } of joinsOf((command.pipeline ?? []) as Command[])) {
    const indexes = await mongoose.connection.collection(from).indexes();
    const first = indexes.map(({ key }) => Object.keys(key)[0]);
    expect(
      by.some((field) => first.includes(field)),
      JSON.stringify(stage),
    ).toBe(true);
  }
}

const settings = (name: string) => `/mes-parametres/${name}`;
const MEMBERS = [
  ...["/profil", "/mes-paiments", "/mes-demandes", "/mes-locations", "/ajouter-location"],
  ...["mon-compte", "mot-de-passe", "cookies", "liason-compte"].map(settings),
  ...["sessions", "jetons", "revenus", "decisions"].map(settings),
];
const BUYERS = [
  ...["/mes-demandes?statut=confirmed", "/mes-demandes?q=la", "/mes-demandes/:id"],
  ...["dates", "annuler", "recu"].map((name) => `/mes-demandes/:id/${name}`),
  ...["/reservation/:venue", "/reservation/:venue/attente", "/reservation/:venue/avis"],
];
const OWNERS = [
  ...[
    "/mes-locations?q=la",
    "/mes-locations?mois=2027-04",
    "/mes-locations?client=hugo",
    "/mes-locations/demandes/:id",
  ],
  ...["annuler", "recu"].map((name) => `/mes-locations/demandes/:id/${name}`),
  ...["calendriers", "supprimer"].map((name) => `/profil/location/:venue/${name}`),
];
/** A page, and how many questions it asks at most, the session's among them. */
const most = (questions: number) => (who: string) => (path: string) =>
  [who, path, questions] as const;
const PAGES = [
  ...[...MEMBERS, ...BUYERS].map(most(4)("the buyer")),
  ...[...MEMBERS, ...OWNERS].map(most(4)("the owner")),
  // With its photos not yet shown, its closed days and its waiting list.
  most(5)("the owner")("/profil/location/:venue"),
  // Nothing may be on its way: neither a case nor, by the books, a dispute.
  ...["the buyer", "the owner"].map((who) => most(5)(who)(settings("desactiver"))),
  // No page but a file of a year.
  most(6)("the owner")("/mes-locations.csv"),
];

test.each(PAGES)("for %s, %s reads their own documents only", async (who, path, questions) => {
  const headers = { cookie: await cookieOf(who === "the owner" ? owner : buyer) };
  const url = origin + path.replace(":id", reservationId).replace(":venue", venueId);
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
  for (const [index, command] of asked.entries()) {
    await expectIndexed(command);
    // Adding up gives back fewer than it reads.
    if (texts[index]?.includes('"$group"')) continue;
    const { examined: looked, returned } = await examined(command);
    expect(looked, texts[index]).toBeLessThanOrEqual(Math.max(returned, 1));
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
