import "../support/payments";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import { ADMIN_ROLES } from "@models/enumerations";
import type { User } from "@models/user";
import { makeApiToken } from "~/platform/api-token.server";
import { addDays, todayInParis } from "~/platform/days";
import { hashToken } from "~/platform/token.server";
import { problemsOf } from "~/platform/web/openapi.server";
import { PROBLEM_TYPE, type Problem } from "~/platform/web/problem.server";
import { everyCall } from "~/routes/api/every-call.server";
import {
  CALLERS,
  expectedStatus,
  OWNED_ROWS,
  ROWS,
  type Caller,
  type OwnedRow,
  type Row,
} from "../support/api-matrix";
import { everythingStored, onWrite, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { PROVED } from "../support/members";
import { createReservation } from "../support/reservations";
import { Visitor, type Handler } from "../support/visitor";

useDatabase();

const callers = {} as Record<Caller, Visitor>;
const ids = {} as Record<OwnedRow["thing"], string>;
const today = todayInParis(new Date());
const BODIES = {
  days: { start: addDays(today, 60), end: addDays(today, 61) },
  dates: {
    ...{ startDate: addDays(today, 60), endDate: addDays(today, 61) },
    ...{ startSlot: "AM", endSlot: "PM" },
  },
  // A yes is nobody else's to say.
  cookies: { cookies: false },
  review: { rating: 5, text: "Une salle claire et calme, tout était prêt à notre arrivée." },
};

/** By call, the handler of its path. */
const handlers = new Map<string, Handler>();
const modules = import.meta.glob<Record<"loader" | "action", Handler>>([
  "../../app/routes/api/**/*.ts",
  "!../../app/routes/api/**/*.{server,test}.ts",
]);

async function person(user: User, proof: object = PROVED): Promise<Visitor> {
  const visitor = new Visitor(`203.0.113.${Object.keys(callers).length + 10}`);
  await visitor.context().session.start(user._id, proof);
  return visitor;
}

async function program({ _id: userId }: User, scope: "read" | "write"): Promise<Visitor> {
  const token = makeApiToken();
  const made = { userId, name: scope, scope, createdAt: new Date() };
  await ApiTokenModel.create({ ...made, hash: hashToken(token) });
  return new Visitor("203.0.113.250", token);
}

beforeAll(async () => {
  for (const [file, load] of Object.entries(modules)) {
    const { loader, action } = await load();
    const path = file.slice("../../app/routes".length, -".ts".length).replaceAll("$", ":");
    for (const method of ["GET", "POST", "DELETE"]) {
      handlers.set(`${method} ${path}`, method === "GET" ? loader : action);
    }
  }
  const user = await createUser();
  const owner = await createOwner();
  callers.anonymous = new Visitor();
  callers.unverified = await person(await createUser({ isVerified: false }));
  callers.user = await person(user);
  callers.owner = await person(owner);
  callers.otherOwner = await person(await createOwner());
  callers.master = await person(
    await createUser({ masterStatus: "validated", spondorshipCode: "ABCD2345" }),
  );
  for (const adminRole of ADMIN_ROLES) {
    callers[adminRole] = await person(await createUser({ isAdmin: true, adminRole }));
  }
  callers.halfway = await person(await createUser({ isAdmin: true }), {});
  callers.readToken = await program(owner, "read");
  callers.writeToken = await program(owner, "write");

  const venue = await createVenue(owner);
  const confirmed = await createReservation({
    ...{ venue, buyer: user, status: "confirmed" },
    ...{ startDate: addDays(today, 30), endDate: addDays(today, 31) },
  });
  const ended = await createReservation({
    ...{ venue, buyer: user, status: "ended" },
    ...{ startDate: addDays(today, -9), endDate: addDays(today, -8) },
  });
  ids.venue = venue._id.toString();
  ids.account = owner._id.toString();
  ids.confirmed = confirmed._id.toString();
  ids.ended = ended._id.toString();
});

/** The status that a caller is answered with, where `id` stands in the path. */
async function statusOf(call: Row["call"], caller: Caller, id: string, json: object = {}) {
  const [method = "", path = ""] = call.split(" ");
  const params = Object.fromEntries((path.match(/(?<=:)\w+/g) ?? []).map((name) => [name, id]));
  const url = path.replace(/:\w+/, id);
  const sent = method === "GET" ? {} : { json };
  const handler = handlers.get(call)!;
  const response = await callers[caller].visit(handler, url, { params, method, ...sent });
  await noteRefusal(call, response);
  return response.status;
}

/** What calls refused, and why, that their part of the API's document does not say. */
const untold = new Set<string>();
async function noteRefusal(call: Row["call"], response: Response) {
  if (response.headers.get("content-type") !== PROBLEM_TYPE) return;
  const { type, status } = (await response.clone().json()) as Problem;
  const code = new URL(type).hash.slice(1);
  const placed = (await everyCall()).find(({ method, path }) => `${method} ${path}` === call)!;
  const told: readonly string[] = problemsOf(placed).get(status) ?? [];
  if (!told.includes(code)) untold.add(`${call} ${status} ${code}`);
}

describe("the matrix", () => {
  it("has every call of /api", async () => {
    const calls = (await everyCall()).map(({ method, path }) => `${method} ${path}`);
    const open = calls.filter((call) => !isOffice(call));
    expect(ROWS.map(({ call }) => call).sort()).toEqual(open.sort());
  });

  it("is what each caller meets who sends nothing", async () => {
    const office = (await everyCall())
      .map(({ method, path }) => `${method} ${path}` as Row["call"])
      .filter(isOffice)
      .map((call): Row => ({ call, door: "office", then: 0 }));
    const found: string[] = [];
    const expected: string[] = [];
    for (const row of [...office, ...ROWS.slice(0, -1)]) {
      for (const caller of CALLERS) {
        const status = expectedStatus(row, caller);
        if (status === undefined) continue;
        expected.push(`${row.call} ${caller} ${status}`);
        found.push(`${row.call} ${caller} ${await statusOf(row.call, caller, "0".repeat(24))}`);
      }
    }
    expect(found).toEqual(expected);
  });

  it("attack 3: is what each caller meets who asks for the owner's, or for what is no id", async () => {
    const found: string[] = [];
    const expected: string[] = [];
    for (const { call, thing, body, own, others, badId } of OWNED_ROWS) {
      const json = body && BODIES[body];
      const row = ROWS.find((one) => one.call === call)!;
      for (const caller of CALLERS) {
        const gate = expectedStatus({ ...row, then: 0, but: {} }, caller);
        const isRefused = gate !== 0;
        expected.push(`${call} ${caller} ${isRefused ? gate : (own[caller] ?? others)}`);
        found.push(`${call} ${caller} ${await statusOf(call, caller, ids[thing], json)}`);
        expected.push(`${call} ${caller} x ${isRefused ? gate : badId}`);
        found.push(`${call} ${caller} x ${await statusOf(call, caller, "x", json)}`);
      }
    }
    expect(found).toEqual(expected);
  });

  it("changes nothing for whoever sends what is hostile", async () => {
    const calls = (await everyCall()).filter(({ method, call }) => method !== "GET" && call.input);
    expect(calls.length).toBeGreaterThan(30);
    const before = await everythingStored(NOT_COMPARED);
    const written = new Set<string>();
    onTestFinished(onWrite((collection) => written.add(collection)));
    for (const { method, path, call: described } of calls) {
      const call = `${method} ${path}` as Row["call"];
      const fields = Object.keys(described.input!.fields.shape);
      const caller = isOffice(call) ? "super-admin" : "owner";
      written.clear();
      for (const hostile of HOSTILE) {
        const sent = Object.fromEntries(fields.map((field) => [field, hostile]));
        const json = { ...sent, ...NOT_ASKED };
        const status = await statusOf(call, caller, ids[thingOf(path)], json);
        expect([call, status]).toEqual([call, expect.toSatisfy((code: number) => code < 500)]);
      }
      // Who sent nothing to be written has changed nothing, and reading it all takes longer than the calls.
      if ([...written].every((name) => NOT_COMPARED.includes(name))) continue;
      expect([call, await everythingStored(NOT_COMPARED)]).toEqual([call, before]);
    }
    expect(await everythingStored(NOT_COMPARED)).toEqual(before);
  });

  it("asks for the password again where somebody is shut out, and lets in again", async () => {
    for (const act of ["ban-user", "unban-user", "delete-user"] as const) {
      const call = `POST /api/admin/${act}/:id` as const;
      expect(await statusOf(call, "super-admin", ids.account, { why: "Fraude" })).toBe(422);
    }
  });

  it("has met no refusal that the document of its call leaves out", () => {
    expect([...untold]).toEqual([]);
  });

  it("lets everybody log out, and no token", async () => {
    const row = ROWS.at(-1)!;
    for (const caller of CALLERS) {
      const status = await statusOf(row.call, caller, "");
      expect([caller, status]).toEqual([caller, expectedStatus(row, caller)]);
    }
  });
});

/** Of what app/routes/api/openapi.test.ts tries in each field alone; absent: nothing but what is not asked for. */
const HOSTILE: readonly unknown[] = [
  ...[{ $gt: "" }, JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown, "\ud800", undefined],
];
const NOT_ASKED = {
  ...{ isAdmin: true, isVerified: true, stripeStats: "active", masterStatus: "validated" },
  ...{ constructor: { prototype: { isAdmin: true } }, $set: { isAdmin: true } },
};

/** What of the owner's a path is about. */
function thingOf(path: string): OwnedRow["thing"] {
  if (/(?:accept|refuse)-reservation|change-dates/.test(path)) return "confirmed";
  if (path.includes("write-review")) return "ended";
  return path.includes("/location/") ? "venue" : "account";
}

/** Tries are counted, sessions noted, and the version of what is public may move though nothing else does. */
const NOT_COMPARED = ["ratelimits", "sessions", "apitokens", "settings"];

function isOffice(call: string): boolean {
  if (ROWS.some((row) => row.call === call)) return false;
  return / \/api\/(?:admin\/|auth\/check-auth-adm$)/.test(call);
}
