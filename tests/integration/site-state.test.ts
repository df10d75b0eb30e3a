import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { closeSite, decideFromConsole, openSite } from "~/admin/site/change-maintenance.server";
import { endNotice, saveNotice } from "~/admin/site/change-notices.server";
import { noticesPage } from "~/admin/site/site-pages.server";
import { addMinutes } from "~/platform/days";
import { knownState } from "~/platform/known-state.server";
import { dismissalOf } from "~/platform/web/dismissed-notices.server";
import { documentData } from "~/platform/web/document.server";
import { RequestSession } from "~/platform/session.server";
import { program } from "../../scripts/lib/paths.mjs";
import type * as Application from "../../server";
import { useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newMember, PROVED } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";

/** Banners and maintenance, changed here and shown by the application as it is built: another process to it. */

useDatabase();

// The application puts its own in its place.
const { fetch: ask } = globalThis;
let server: Server;
let origin: string;

beforeAll(async () => {
  process.env.RUN_JOBS = "none";
  const built = (await import(
    /* @vite-ignore */ pathToFileURL(program("index")).href
  )) as typeof Application;
  server = createServer(await built.createApp()).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const get = (path: string, init: RequestInit = {}) =>
  ask(origin + path, { redirect: "manual", signal: AbortSignal.timeout(10_000), ...init });
const bodyOf = async (path: string, init?: RequestInit) => await (await get(path, init)).text();

/** What a browser sends that somebody is logged in with. */
async function cookieOf(fields: Parameters<typeof createUser>[0]): Promise<{ cookie: string }> {
  let cookie = "";
  const session = new RequestSession(null, "vitest", (value) => (cookie = value.split(";")[0]!));
  await session.start((await createUser(fields))._id, PROVED);
  return { cookie };
}

const soon = () => ({ from: addMinutes(new Date(), -1), until: addMinutes(new Date(), 60) });

it("shows a banner to its audience in every process, kept pages included, until it is ended", async () => {
  const { actor } = await newAdmin({ adminRole: "support" });
  const now = new Date();
  const change = { actor, now };
  const notice = { kind: "information", text: "Fermeture du guichet le 24.", ...soon() } as const;
  expect(await bodyOf("/qui-sommes-nous")).not.toContain("Messages du site");
  await saveNotice({ ...notice, audience: "visitors", link: "/contact" }, change);
  // Here at once; elsewhere within two seconds.
  expect(knownState().notices).toMatchObject([{ text: notice.text }]);
  await saveNotice({ ...notice, text: "Aux membres.", audience: "members" }, change);
  await expect.poll(() => bodyOf("/qui-sommes-nous"), { timeout: 60_000 }).toContain(notice.text);
  const page = await bodyOf("/qui-sommes-nous");
  expect(page).toContain('aria-label="Messages du site"');
  expect(page).not.toContain("Aux membres.");
  expect(page).not.toContain("Masquer");

  const headers = await cookieOf({});
  const members = await bodyOf("/qui-sommes-nous", { headers });
  expect(members).toContain("Aux membres.");
  // Of several buttons each says which.
  expect(members).toMatch(/Masquer<span class="sr-only">\u00a0: Aux membres\.<\/span>/);
  expect(members).not.toContain(notice.text);
  expect(members).toContain('action="/cookies"');
  // What answers a form has what was typed, and no form above it that would bring the page anew.
  const form = { method: "POST", headers, body: new URLSearchParams({ name: "Durand" }) };
  const answer = await bodyOf("/contact", form);
  expect(answer).toContain('value="Durand"');
  expect(answer).toContain("Aux membres.");
  expect(answer).not.toMatch(/action="\/(?:cookies|bandeau)"/);
  const rows = await noticesPage(now);
  const [, id = ""] = /name="id" value="([^"]+)"/.exec(members) ?? [];
  const dismissed = await get("/bandeau", {
    method: "POST",
    headers,
    body: new URLSearchParams({ id, returnTo: "/contact" }),
  });
  expect(dismissed.headers.get("location")).toBe("/contact");
  // A script says itself what was done, and leaves nothing to be said by the next page.
  const stayed = await get("/bandeau", {
    method: "POST",
    headers: { ...headers, accept: "application/json" },
    body: new URLSearchParams({ id, returnTo: "/contact" }),
  });
  expect([stayed.status, await stayed.json()]).toEqual([200, { said: "Le message est masqué." }]);
  expect(stayed.headers.getSetCookie().map((one) => one.split("=")[0])).toEqual(["bandeaux"]);
  const kept = dismissed.headers.getSetCookie().map((one) => one.split(";")[0]!);
  const cookie = [headers.cookie, ...kept].join("; ");
  const without = await bodyOf("/qui-sommes-nous", { headers: { cookie } });
  expect(without).not.toContain("Aux membres.");
  expect(without).toContain("Le message est masqué.");

  for (const { id } of rows) await endNotice(id, change);
  expect(await noticesPage(now)).toEqual([]);
  const acts = await AuditEntryModel.find().sort({ seq: 1 }).lean();
  expect(acts.map(({ act }) => act)).toEqual([
    ...["notice.create", "notice.create", "notice.end", "notice.end"],
  ]);
});

it("shows again what a member had put away once it says something else, and an incident whatever was put away", async () => {
  const { actor } = await newAdmin({ adminRole: "support" });
  const { session } = (await newMember()).visitor.context();
  const viewer = await session.viewer();
  const now = new Date();
  const change = { actor, now };
  let cookie = "";
  const told = () => {
    const request = new Request("http://localhost/", { headers: { cookie } });
    return documentData({ viewer, session, request, requestId: "x", now }).notices;
  };
  const putAway = () => {
    const request = new Request("http://localhost/", { headers: { cookie } });
    cookie = dismissalOf(told()[0]!.id, request).split(";")[0]!;
  };
  const notice = { text: "Travaux.", kind: "information", audience: "members", ...soon() } as const;
  // Pressed twice.
  await saveNotice(notice, change);
  await saveNotice(notice, change);
  expect(await noticesPage(now)).toHaveLength(1);
  const { id } = (await noticesPage(now))[0]!;
  putAway();
  expect(told()).toEqual([]);

  // Saved as it was, it stays away.
  await saveNotice(notice, { ...change, id });
  expect(told()).toEqual([]);
  await saveNotice({ ...notice, text: "Coupure." }, { ...change, id });
  expect(told()).toMatchObject([{ text: "Coupure.", mayBeDismissed: true }]);
  putAway();
  expect(told()).toEqual([]);
  await saveNotice({ ...notice, text: "Coupure.", kind: "incident" }, { ...change, id });
  expect(told()).toMatchObject([{ text: "Coupure.", mayBeDismissed: false }]);
  // A browser may name it all the same.
  putAway();
  expect(told()).toMatchObject([{ kind: "incident" }]);
  await endNotice(id, change);
});

it("takes no banner and no closing that is over already", async () => {
  const { actor } = await newAdmin();
  const now = new Date();
  const past = { from: addMinutes(now, -60), until: addMinutes(now, -1) };
  const refusal = { code: "end_past", field: "until" };
  const notice = { kind: "information", text: "Fermé.", audience: "visitors", ...past } as const;
  await expect(saveNotice(notice, { actor, now })).rejects.toMatchObject(refusal);
  const decision = { actor, why: "Mise à jour", password: OFFICE_PASSWORD, now };
  const closed = closeSite({ message: "Fermé.", from: now, until: past.until }, decision);
  await expect(closed).rejects.toMatchObject(refusal);
});

it("closes the site to all but the office; money under way ends, and the process is ready", async () => {
  const { actor } = await newAdmin();
  const now = new Date();
  const decision = { actor, why: "Mise à jour", password: OFFICE_PASSWORD, now };
  const { until } = soon();
  const message = "Nous changeons les serrures.";
  await closeSite({ message, from: now, until }, decision);
  await expect.poll(async () => (await get("/")).status, { timeout: 60_000 }).toBe(503);

  const page = await get("/reservation?city=lyon");
  expect(page.headers.get("retry-after")).toBe(until.toUTCString());
  const html = await page.text();
  expect(html).toContain(message);
  expect(html).toContain("site-header");
  expect(html).toContain('href="/reservation?city=lyon"');
  for (const odd of ["//", "//ailleurs.example/page", "//[", "/\\ailleurs.example", "//@:80"]) {
    const closed = await get(odd);
    const told = await closed.text();
    expect([odd, closed.status]).toEqual([odd, 503]);
    expect(told).toContain(message);
    expect(told).not.toContain('href="//');
  }
  const nowhere = await get("/admin/nulle-part");
  expect([nowhere.status, await nowhere.text()]).toEqual([503, expect.stringContaining(message)]);
  const sent = await get("/contact", { method: "POST", body: new URLSearchParams({ name: "x" }) });
  expect(sent.status).toBe(503);
  expect(await sent.text()).toContain("rechargez-la ensuite");
  const called = await get("/api/gallery/get-gallery");
  expect([called.status, called.headers.get("content-type")]).toEqual([
    503,
    expect.stringContaining("application/problem+json"),
  ]);
  expect((await get("/", { headers: await cookieOf({}) })).status).toBe(503);

  // It still reads what its first search would wait for.
  await expect.poll(async () => (await get("/readyz")).status, { timeout: 50_000 }).toBe(200);
  const open = ["/healthz", "/readyz", "/favicon.svg", "/connexion", "/reinitialiser-mot-de-passe"];
  for (const path of open) expect([path, (await get(path)).status]).toEqual([path, 200]);
  // A link that is good no more says so itself.
  expect((await get("/reinitialisation-mot-de-passe/jeton")).status).toBe(410);
  const webhook = await get("/api/stripe/webhook", { method: "POST", body: "{}" });
  expect(webhook.status).not.toBe(503);
  const office = await bodyOf("/", { headers: await cookieOf({ isAdmin: true }) });
  expect(office).toContain("Le site est fermé au public");

  await openSite(decision);
  await decideFromConsole({ message, from: now }, now);
  await decideFromConsole(null, now);
  const acts = await AuditEntryModel.find({ target: "maintenance" }).sort({ seq: 1 }).lean();
  expect(acts.map(({ act, address }) => [act, address])).toEqual([
    ["maintenance.start", actor.ip],
    ["maintenance.end", actor.ip],
    ["maintenance.start", "console"],
    ["maintenance.end", "console"],
  ]);
  await expect.poll(async () => (await get("/")).status, { timeout: 60_000 }).toBe(200);
});
