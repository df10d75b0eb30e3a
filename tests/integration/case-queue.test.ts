import { Types } from "mongoose";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { CaseSettlementModel } from "@models/case-settlement";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel } from "@models/privacy-request";
import { UserModel } from "@models/user";
import { caseFile } from "~/admin/cases/case-record.server";
import { caseRows } from "~/admin/cases/export-cases.server";
import { listCases } from "~/admin/cases/list-cases.server";
import { readWaiting } from "~/admin/shell/read-waiting.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { loader as csv } from "~/routes/admin/a-traiter/csv";
import { action as confirmPage } from "~/routes/admin/confirmation";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";

/** The queue 'À traiter' leads to everything that waits, however much it is. */

useDatabase();

const MAILS = 101;
const subjectOf = (place: number) => `Objet n° ${1_000 + place}`;
const subjects = Array.from({ length: MAILS }, (_, place) => subjectOf(place));
let admin: Administrator;

beforeEach(async () => {
  await emptyDatabase();
  admin = await newAdmin();
  const at = addMinutes(new Date(), -24 * 60);
  await MailModel.insertMany(
    subjects.map((subject, place) => ({
      ...{ key: `welcome:${place}`, to: "ines@exemple.fr", subject, text: "Texte", html: "Texte" },
      ...{ status: "failed" as const, attempts: 16, createdAt: at, nextAttemptAt: at },
    })),
  );
});

const subjectsIn = (text: string) => [...new Set(text.match(/Objet n° \d+/g))];

async function pageAt(page: number): Promise<string> {
  const path = `/admin/a-traiter?nature=mail&page=${page}`;
  return await (await rendered(admin.visitor, path)).text();
}

it("has each of many cases on one of its pages of 50", async () => {
  const pages = await Promise.all([1, 2, 3].map(pageAt));
  expect(pages.map((html) => subjectsIn(html).length)).toEqual([50, 50, 1]);
  expect(pages.flatMap(subjectsIn).sort()).toEqual(subjects);
  for (const html of pages) expect(html).toContain(`E-mails (${MAILS})`);
  expect(pages[0]).toContain('href="/admin/a-traiter?nature=mail&amp;page=2" rel="next"');
  expect(pages[2]).toContain("<title>Place des Salles | À traiter, page 3</title>");
});

it("has all of them in its file, once the password was given", async () => {
  const path = "/admin/a-traiter.csv?nature=mail";
  expect((await admin.visitor.visit(csv, path)).status).toBe(303);
  await admin.visitor.visit(confirmPage, "/admin/confirmation", {
    form: { currentPassword: OFFICE_PASSWORD },
  });
  const response = await admin.visitor.visit(csv, path);
  const [heading, ...rows] = (await response.text()).replace("\uFEFF", "").trim().split("\r\n");
  expect(heading).toBe("Nature;Dossier;Cause;Depuis;Échéance;Pris en charge par;Adresse");
  expect(rows).toHaveLength(MAILS);
  expect(rows.flatMap(subjectsIn).sort()).toEqual(subjects);
  expect(rows[0]).toMatch(/^E-mail perdu;.+;;;http.+\/admin\/a-traiter\/mail%3A[0-9a-f]{24}$/);
  const others = await admin.visitor.visit(csv, "/admin/a-traiter.csv?nature=job");
  expect((await others.text()).trim().split("\r\n")).toHaveLength(1);
});

/** A request as somebody else's release may have stored it. */
async function storeRequest(fields: Record<string, unknown>): Promise<void> {
  const days = { receivedOn: "2026-01-05", dueOn: "2026-02-05" };
  const request = { kind: "access", channel: "mail", email: "ines@exemple.fr", ...days };
  await PrivacyRequestModel.collection.insertOne({ ...request, createdAt: new Date(), ...fields });
}

const QUEUE = "/admin/a-traiter";
const textsOf = (paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const response = await rendered(admin.visitor, path);
      expect([path, response.status]).toEqual([path, 200]);
      return await response.text();
    }),
  );

it("calls a kind that a later release has stored by a neutral word, and has all else", async () => {
  await storeRequest({ kind: "x", channel: "y" });
  const [, queue, list] = await textsOf(["/admin", QUEUE, "/admin/droits"]);
  expect(queue).toContain("Autre demande, demande du 05/01/2026");
  expect(queue).toContain(`E-mails (${MAILS})`);
  expect(list).toContain("Autre demande");
  const [request] = await PrivacyRequestModel.find().lean();
  await textsOf([`/admin/droits/${request!._id.toString()}`]);
});

it("leaves out the kind of a case that it cannot read, says so and has the others", async () => {
  const told = vi.spyOn(logger, "error").mockReturnValue();
  await storeRequest({ receivedOn: null });
  const [busy, queue] = await textsOf(["/admin", QUEUE]);
  expect(busy).toContain("Des dossiers n’ont pas pu être lus.");
  expect(queue).toContain("car ils n’ont pas pu être lus\u00a0: Droits des personnes.");
  expect(queue).toContain(`E-mails (${MAILS})`);
  expect(queue).toContain(`Tout (${MAILS} et plus)`);
  expect(told.mock.lastCall).toEqual([
    { err: expect.any(RangeError) as RangeError, kind: "privacy" },
    "cases of a kind not found",
  ]);
  const titles: string[] = [];
  for await (const { found } of caseRows(admin.id, { nature: "", charge: "" }, new Date()))
    titles.push(found.title);
  expect(titles[0]).toBe("Ces dossiers n’ont pas pu être lus");
  expect(titles).toHaveLength(1 + MAILS);
  await MailModel.deleteMany({});
  const [empty, office] = await textsOf([QUEUE, "/admin"]);
  expect(empty).not.toContain("Tout est traité");
  expect(office).toContain("Des dossiers n’ont pas pu être lus.");
  told.mockRestore();
});

/**
 * Disputes of as many payments, each a minute younger and due a minute later than the one before.
 *
 * @param isLost which were, and may be appealed
 */
async function contest(count: number, isLost: (place: number) => boolean, now: Date) {
  const [venue, buyer] = [await createVenue(await createOwner()), await createUser()];
  await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const [stripeId, at] = [`dp_${place}`, addMinutes(now, place - 5_000)];
      const { _id: reservation } = await createReservation({
        ...{ venue, buyer, status: "cancelled", startDate: "2026-01-05" },
        ...{ disputeDueBy: addMinutes(now, place - 50), disputeAwaited: stripeId },
      });
      const types = ["disputed", ...(isLost(place) ? ["dispute_closed"] : [])];
      const people = { buyer: buyer._id, owner: new Types.ObjectId() };
      await LedgerEntryModel.insertMany(
        types.map((type) => ({
          ...{ _id: `${type}:${stripeId}`, type, stripeId, reservation, ...people },
          ...{ amount: 9_000, at },
        })),
      );
    }),
  );
}

it.each([
  ["and the lost one behind them that may be appealed", (place: number) => place === 102],
  ["and the open one behind many that may be appealed", (place: number) => place < 102],
])("has until when each of many disputes is answered, %s", async (_, isLost) => {
  const now = new Date();
  await contest(103, isLost, now);
  const inFile = [];
  for await (const { found } of caseRows(admin.id, { nature: "dispute", charge: "" }, now)) {
    const { key, deadline, title } = found;
    inFile.push({ key, deadline, isAppeal: title.startsWith("Appel") });
  }
  expect(inFile).toEqual(
    Array.from({ length: 103 }, (_, place) => ({
      key: `dispute:dp_${place}`,
      deadline: addMinutes(now, place - 50),
      isAppeal: isLost(place),
    })),
  );
  const { counts, late } = await listCases(admin.id, { nature: "", charge: "", page: 1 }, now);
  expect(counts.dispute).toBe(103);
  expect(late).toBe(51);
  for (const place of [0, 101, 102]) {
    const { title } = await caseFile(`dispute:dp_${place}`, now);
    expect(title.startsWith("Appel")).toBe(isLost(place));
  }
});

/** Owners whom Stripe has limited; the first `away` of them somebody put away. */
async function limit(count: number, away: number): Promise<Types.ObjectId[]> {
  const stripeStatsAt = addMinutes(new Date(), -60);
  const owners = Array.from({ length: count }, () => new Types.ObjectId());
  await UserModel.collection.insertMany(
    owners.map((_id) => ({
      ...{ _id, email: `${_id.toString()}@exemple.fr`, tag: _id.toString() },
      ...{ name: "Ines", lastname: "Morel", stripeStats: "restricted", stripeStatsAt },
    })),
  );
  await CaseSettlementModel.insertMany(
    owners.slice(0, away).map((id) => settled(id, stripeStatsAt)),
  );
  return owners;
}

const settled = (owner: Types.ObjectId, stripeStatsAt: Date) => ({
  ...{ _id: `owner:${owner.toString()}`, mark: String(stripeStatsAt.getTime()) },
  ...{ admin: new Types.ObjectId(admin.id), why: "Su", at: new Date() },
});

it("counts in the menu what waits behind much that was put away, and goes through that no more than once in half a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  onTestFinished(() => void vi.useRealTimers());
  await MailModel.deleteMany({});
  const owners = await limit(302, 300);
  const counted = async () => {
    const { answer, asked } = await askedBy(() => readWaiting(new Date()));
    const reads = asked.filter((one) => one.startsWith("find users: filter {stripeStats"));
    return { cases: answer.waiting.cases, reads: reads.length };
  };
  expect(await counted()).toMatchObject({ cases: 2 });
  expect(await counted()).toEqual({ cases: 2, reads: 1 });
  // Whoever settles one is told so at once, and so is who looks elsewhere.
  const { stripeStatsAt } = (await UserModel.findById(owners[300]).lean())!;
  await CaseSettlementModel.create(settled(owners[300]!, stripeStatsAt!));
  expect(await counted()).toEqual({ cases: 1, reads: 1 });
  await UserModel.updateOne({ _id: owners[301] }, { $set: { stripeStats: "active" } });
  expect(await counted()).toEqual({ cases: 0, reads: 1 });
  await limit(1, 0);
  vi.setSystemTime(addMinutes(new Date(), 0.5));
  expect(await counted()).toMatchObject({ cases: 1 });
});

it("counts as many as it counts at most when one of more is settled", async () => {
  expect((await readWaiting(new Date())).waiting.cases).toBe(100);
  await MailModel.updateOne({}, { $set: { putAway: true } });
  const { waiting, isCut } = await readWaiting(new Date());
  expect([waiting.cases, isCut]).toEqual([100, true]);
});
