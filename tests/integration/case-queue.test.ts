import { Types } from "mongoose";
import { beforeEach, expect, it, vi } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel } from "@models/privacy-request";
import { caseFile } from "~/admin/cases/case-record.server";
import { caseRows } from "~/admin/cases/export-cases.server";
import { listCases } from "~/admin/cases/list-cases.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { loader as csv } from "~/routes/admin/a-traiter/csv";
import { action as confirmPage } from "~/routes/admin/confirmation";
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

/** Disputes of as many payments, each a minute younger and due a minute later than the one before; the last was lost and may be appealed. */
async function contest(count: number, now: Date): Promise<void> {
  const [venue, buyer] = [await createVenue(await createOwner()), await createUser()];
  await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const [stripeId, at] = [`dp_${place}`, addMinutes(now, place - 5_000)];
      const { _id: reservation } = await createReservation({
        ...{ venue, buyer, status: "cancelled", startDate: "2026-01-05" },
        ...{ disputeDueBy: addMinutes(now, place - 50), disputeAwaited: stripeId },
      });
      const types = ["disputed", ...(place === count - 1 ? ["dispute_closed"] : [])];
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

it("has until when each of many disputes is answered, and the lost one behind them that may be appealed", async () => {
  const now = new Date();
  await contest(103, now);
  const expected = Array.from({ length: 103 }, (_, place) => ({
    key: `dispute:dp_${place}`,
    deadline: addMinutes(now, place - 50),
    isAppeal: place === 102,
  }));
  const inFile = [];
  for await (const { found } of caseRows(admin.id, { nature: "dispute", charge: "" }, now)) {
    const { key, deadline, title } = found;
    inFile.push({ key, deadline, isAppeal: title.startsWith("Appel") });
  }
  const byDeadline = inFile.toSorted((a, b) => Number(a.deadline) - Number(b.deadline));
  expect(byDeadline).toEqual(expected);
  const { counts, late } = await listCases(admin.id, { nature: "", charge: "", page: 1 }, now);
  expect(counts.dispute).toBe(103);
  expect(late).toBe(51);
  const pageOf = async (place: number) => (await caseFile(`dispute:dp_${place}`, now)).title;
  expect(await pageOf(101)).toMatch(/^Contestation/);
  expect(await pageOf(102)).toMatch(/^Appel/);
});
