import { beforeEach, describe, expect, it } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel } from "@models/audit-entry";
import type { LedgerEntry } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReceiptModel } from "@models/receipt";
import type { Reservation } from "@models/reservation";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { endView, startView } from "~/admin/users/view-as.server";
import { issueReceipts } from "~/payments/issue-receipts.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { guard } from "~/platform/http/guards.server";
import { documentData } from "~/platform/web/document.server";
import { env } from "~/platform/env.server";
import { takeToast } from "~/platform/web/toast.server";
import { Refusal, refusalMessage } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import routeConfig from "~/routes";
import { action as logOut } from "~/routes/deconnexion";
import { emptyDatabase, everythingStored, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, newMember } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { createReservation } from "../support/reservations";
import { leavesOf } from "../support/route-leaves";
import type { Handler } from "../support/visitor";

/** 'Voir comme': an administrator sees the site as somebody does, and can change nothing meanwhile. */

useDatabase();
beforeEach(emptyDatabase);

const asked = (now = new Date()) => ({
  why: "Sa page ne montre pas ses lieux",
  password: OFFICE_PASSWORD,
  now,
});
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

/** An administrator who looks at the site as a new owner does. */
async function viewing({ now = new Date() } = {}) {
  const admin = await newAdmin({ adminRole: "support" });
  const person = await createOwner({ name: "Inès", lastname: "Carpentier" });
  await startView({ actor: admin.actor, userId: person._id.toString(), ...asked(now) });
  return { admin, person, id: person._id.toString() };
}

const seenBy = async ({ visitor }: Awaited<ReturnType<typeof newAdmin>>) =>
  (await visitor.context().session.viewer())?.id;

describe("a view", () => {
  it("shows one session the site as somebody sees it, is written down and told to them", async () => {
    const now = new Date();
    const { admin, id, person } = await viewing({ now });
    const { session } = admin.visitor.context();
    expect((await session.viewer())?.id).toBe(id);
    expect((await session.viewer())?.secondFactorAt).toBeUndefined();
    expect((await session.holder())?.id).toBe(admin.id);
    expect((await session.view())?.until).toEqual(addMinutes(now, 30));
    const request = new Request("http://localhost/profil");
    const viewer = await session.viewer();
    const data = documentData({ viewer, session, request, requestId: "x", now });
    expect(data.view).toMatchObject({ name: "Inès Carpentier", minutesLeft: 30 });
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      ...{ act: "user.view", target: id, why: asked().why },
      after: expect.stringContaining("jusqu’au") as string,
    });
    expect(await AccessEntryModel.findOne().lean()).toMatchObject({ kind: "user" });
    const mail = await MailModel.findOne({ to: person.email }).lean();
    expect(JSON.stringify(mail)).toContain(asked().why);
  });

  it("brings no third party's cookies into the browser of who looks, whatever the person accepted", async () => {
    const now = new Date();
    const { admin, id, person } = await viewing({ now });
    const cookies = { cookiesSet: true, cookiesSetOn: todayInParis(now), cookiesOf: "Google" };
    await UserModel.updateOne({ _id: id }, cookies);
    const request = new Request("http://localhost/reservation/carte");
    const mapsOf = async (session: RequestSession) => {
      const viewer = await session.viewer();
      return documentData({ viewer, session, request, requestId: "x", now }).maps;
    };
    env.GOOGLE_MAPS_API_KEY = "key";
    try {
      const { visitor } = await loggedIn(person);
      const seen = [
        await mapsOf(visitor.context().session),
        await mapsOf(admin.visitor.context().session),
      ];
      expect(seen.map((maps) => maps?.accepted)).toEqual([true, false]);
    } finally {
      delete env.GOOGLE_MAPS_API_KEY;
    }
  });

  it("is for who may, with the password, of an open member's account that is no administrator's", async () => {
    const { actor } = await newAdmin({ adminRole: "finance" });
    const helper = await newAdmin({ adminRole: "support" });
    const { id: userId } = await newMember();
    expect(await codeOf(startView({ actor, userId, ...asked() }))).toBe("forbidden");
    const wrong = { ...asked(), actor: helper.actor, password: "pas celui-là" };
    expect(await codeOf(startView({ ...wrong, userId }))).toBe("wrong_password");
    for (const fields of [{ isAdmin: true }, { isVerified: false }, { bannedAt: new Date() }]) {
      const other = (await createUser(fields))._id.toString();
      const started = startView({ actor: helper.actor, userId: other, ...asked() });
      expect([fields, await codeOf(started)]).toEqual([fields, "view_impossible"]);
    }
    expect(await AuditEntryModel.countDocuments()).toBe(0);
    expect(await MailModel.countDocuments()).toBe(0);
    expect(await seenBy(helper)).toBe(helper.id);
  });

  it("ends by its button, is written down, and gives the administrator back", async () => {
    const { admin, id } = await viewing();
    const context = admin.visitor.context();
    expect(await endView({ ...context, now: new Date() })).toBe(id);
    expect(await seenBy(admin)).toBe(admin.id);
    const acts = await AuditEntryModel.find().sort({ seq: 1 }).lean();
    expect(acts.map(({ act, admin: by }) => [act, by.toString()])).toEqual([
      ["user.view", admin.id],
      ["user.view-end", admin.id],
    ]);
  });

  it("ends once of two presses, and is written down once", async () => {
    const { admin, id } = await viewing();
    const presses = [admin.visitor.context(), admin.visitor.context()];
    // Both have seen that it lasts before either ends it.
    await Promise.all(presses.map(({ session }) => session.view()));
    const ends = [];
    for (const context of presses) ends.push(await endView({ ...context, now: new Date() }));
    expect(ends).toEqual([id, null]);
    expect(await AuditEntryModel.countDocuments({ act: "user.view-end" })).toBe(1);
  });

  it("ends with the logout, which is written down as its end", async () => {
    const { admin } = await viewing();
    await admin.visitor.visit(logOut, "/deconnexion", { form: {} });
    expect(await SessionModel.countDocuments()).toBe(0);
    expect(await AuditEntryModel.countDocuments({ act: "user.view-end" })).toBe(1);
  });

  it.each([
    ["half an hour is over", {}, {}],
    ["the person is banned", { bannedAt: new Date() }, {}],
    ["the person has closed their account", { deletedAt: new Date() }, {}],
    ["the person is an administrator", { isAdmin: true, adminRole: "lecture" }, {}],
    ["the role allows it no more", {}, { adminRole: "lecture" }],
  ])("ends for good once %s", async (_when, ofPerson, ofAdmin) => {
    const isLate = Object.keys({ ...ofPerson, ...ofAdmin }).length === 0;
    const now = isLate ? addMinutes(new Date(), -30) : new Date();
    const { admin, person } = await viewing({ now });
    await UserModel.updateOne({ _id: person._id }, { $set: ofPerson });
    await UserModel.updateOne({ _id: admin.id }, { $set: ofAdmin });
    expect(await seenBy(admin)).toBe(admin.id);
    expect(await SessionModel.findOne({ userId: admin.user._id }).lean()).not.toHaveProperty(
      "viewing",
    );
  });

  it("keeps the office shut, and leads to where it is ended", async () => {
    const { admin } = await viewing();
    const { session } = admin.visitor.context();
    const refused = await guard("admin", session, { method: "GET", url: "/admin/user" });
    expect(refused?.headers.get("location")).toBe("/voir-comme?vers=%2Fadmin%2Fuser");
    expect(refused?.headers.getSetCookie()).toEqual([]);
  });

  it("tells who sends a form of the office meanwhile that nothing came of it", async () => {
    const { admin } = await viewing();
    const { session } = admin.visitor.context();
    const led = await guard("admin", session, { method: "POST", url: "/admin/contact/1/repondre" });
    expect(led?.headers.get("location")).toContain("/voir-comme?vers=");
    const [cookie = ""] = led!.headers.getSetCookie();
    const page = new Request("http://localhost/voir-comme", { headers: { cookie } });
    expect((await takeToast(page)).toast).toMatchObject({
      type: "error",
      message: refusalMessage("view_only"),
    });
  });
});

interface RouteModule {
  loader?: Handler;
  action?: Handler & { forms?: object };
}
const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.{ts,tsx}");

/** Signed by Stripe, and no browser's: a session means nothing to them. */
const SIGNED = ["/api/stripe/webhook", "/api/stripe/webhook-connect"];
/** They have no page to come back to: they lead to one that says so. */
const LEAD_ON = ["/cookies", "/bandeau"];
/** What ends the view. */
const ENDS = ["/voir-comme", "/deconnexion", "/api/auth/logout"];
/** What people take with them. */
const FILES = [
  "/mes-demandes/:id/agenda.ics",
  "/mes-demandes/:id/recu/:file",
  "/mes-locations/demandes/:id/agenda.ics",
  "/mes-locations/demandes/:id/recu/:file",
  "/mes-locations.csv",
  "/mes-parametres/mes-donnees",
];
/** Reading them has secrets, receipts or what Stripe says now. */
const HIDDEN = [
  ...FILES,
  "/mes-demandes/:id/recu",
  "/mes-locations/demandes/:id/recu",
  "/mes-parametres/e-mail",
  "/mes-parametres/jetons",
  "/mes-parametres/revenus",
  "/mes-parametres/revenus/:annee",
  "/profil/location/:id/calendriers",
  "/profil/location/:id/calendriers/:act",
  "/reservation/:id/success",
  "/reservation/:id/error",
];

/** The number of the receipt of a reservation, as if it had been paid now. */
async function issueReceipt({ _id, userId, ownerId, total }: Reservation): Promise<string> {
  const paid: LedgerEntry = {
    ...{ _id: "captured:ch_1", reservation: _id, buyer: userId, owner: ownerId },
    ...{ type: "captured", amount: total, stripeId: "ch_1", at: new Date() },
  };
  await inTransaction((session) =>
    issueReceipts([paid], { record: _id, cardLast4: null }, session, paid.at),
  );
  return (await ReceiptModel.findOne().lean())!.number;
}

describe("under a view", () => {
  it("nothing can be changed by any route, and no secret is shown", async () => {
    const { admin, person } = await viewing();
    const venue = await createVenue(person);
    const reservation = await createReservation({
      ...{ venue, buyer: person, status: "confirmed" },
      startDate: addDays(todayInParis(new Date()), 40),
    });
    const receipt = await issueReceipt(reservation);
    const named: Record<string, string> = {
      id: venue._id.toString(),
      annee: "2025",
      token: "a".repeat(43),
      answer: "accepter",
      place: "1",
      file: `${receipt}.pdf`,
      measure: "classer",
      act: "arreter",
      number: "F-2025-1",
    };
    const paramsOf = (path: string) => ({
      ...named,
      ...(/mes-demandes|\/demandes\/|reservation\/:id|change-dates/.test(path) &&
        !path.startsWith("/reservation") && { id: reservation._id.toString() }),
      "*": "nulle/part",
    });
    const ask = async (
      path: string,
      handler: Handler,
      method: string,
      intent?: string,
      by = admin.visitor,
    ) => {
      const params = paramsOf(path);
      const filled = path.replace(/:(\w+)/g, (_name, name: string) => named[name] ?? "x");
      const request = new Request(
        `http://localhost${filled}?demande=${reservation._id.toString()}&retour=1`,
        { method, ...(intent !== undefined && { body: new URLSearchParams({ intent }) }) },
      );
      try {
        const answer = await handler({ request, params, context: by.context() });
        return answer instanceof Response ? answer : Response.json(answer);
      } catch (error) {
        if (error instanceof Response) return error;
        throw error;
      }
    };

    const { visitor: home } = await loggedIn(person);
    const before = await everythingStored(["ratelimits"]);
    const changes: unknown[] = [];
    const shown: string[] = [];
    const files: string[] = [];
    for (const { path, file } of leavesOf(routeConfig)) {
      // The office is shut to the person as to all who are no administrators: admin-roles.test.ts walks it.
      if (SIGNED.includes(path) || ENDS.includes(path) || /^\/(?:api\/)?admin\b/.test(path))
        continue;
      const { loader, action } = await modules[`../../app/${file}`]!();
      if (loader) {
        const { status, headers } = await ask(path, loader, "GET");
        if (status < 400) shown.push(path);
        if (headers.get("Content-Disposition")?.startsWith("attachment")) files.push(path);
        if (FILES.includes(path)) {
          // What is refused here is there for the person.
          expect([path, (await ask(path, loader, "GET", undefined, home)).status]).toEqual([
            path,
            200,
          ]);
        }
      }
      if (!action) continue;
      const intents = path.startsWith("/api/") ? [undefined] : Object.keys(action.forms ?? {});
      for (const method of path.startsWith("/api/") ? ["POST", "DELETE"] : ["POST"]) {
        for (const intent of intents) {
          const answer = await ask(path, action, method, intent);
          const refused = LEAD_ON.includes(path) ? [303] : [403, 404, 405];
          if (!refused.includes(answer.status)) changes.push([path, method, answer.status]);
        }
      }
    }
    expect(changes).toEqual([]);
    expect(files).toEqual([]);
    expect(shown.filter((path) => HIDDEN.includes(path))).toEqual([]);
    expect(shown).toEqual(expect.arrayContaining(["/profil", "/mes-demandes", "/mes-locations"]));
    expect(await everythingStored(["ratelimits"])).toEqual(before);
  });

  it("a form comes back with what was typed and the reason, and the banner says so", async () => {
    const { admin } = await viewing();
    const { action } = await modules["../../app/routes/mes-parametres/cookies.tsx"]!();
    const context = admin.visitor.context();
    const request = new Request("http://localhost/mes-parametres/cookies", {
      method: "POST",
      body: new URLSearchParams({ choice: "all" }),
    });
    const answer = (await action!({ request, params: {}, context })) as Response;
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      fieldErrors: { form: refusalMessage("view_only") },
      repopulateFields: { choice: "all" },
    });
    expect(context.session.isRefusedInView).toBe(true);
  });
});
