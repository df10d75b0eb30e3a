import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { useDatabase } from "../support/database";
import { rendered } from "../support/rendered";
import { amissIn, toldByPage } from "../support/shown";
import { ago, idOf, now } from "../support/unchanging";
import { OFFICE_IDS, storeOffice } from "../support/unchanging-office";

/**
 * What pages of the back-office say and send, for one of each kind that it has to do with, at an instant that never changes.
 * The snapshot is for people to read where it differs (`-u` once the change that it shows is meant).
 */

useDatabase();

let stored: Awaited<ReturnType<typeof storeOffice>>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  stored = await storeOffice();
});
afterAll(() => {
  vi.useRealTimers();
});
// Each page that names people notes that it was looked at, and would show the looks of the tests before.
beforeEach(async () => {
  await AccessEntryModel.deleteMany();
  await AccessEntryModel.create({
    ...{ _id: idOf(770), admin: OFFICE_IDS.reader, kind: "user", target: stored.buyer._id },
    ...{ requestId: "req-avant", address: "203.0.113.9", at: ago(1) },
  });
});

/** `:name` stands for the id of what is stored by that name. */
const addressed = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const known = {
      ...{ ...OFFICE_IDS, buyer: stored.buyer._id, owner: stored.owner._id },
      ...{ grange: stored.venue._id, atelier: stored.halves._id },
      ...Object.fromEntries([...stored.made].map(([key, { _id }]) => [key.replace(" ", "_"), _id])),
    };
    return (known as Record<string, { toString(): string }>)[name]!.toString();
  });

async function page(path: string, form?: Record<string, string>) {
  const answer = await rendered(stored.admin, addressed(path), form);
  // Of a form, so that what is sent twice is done once.
  const html = (await answer.text()).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "random");
  expect(amissIn(html)).toEqual([]);
  return [String(answer.status), ...toldByPage(html)].join("\n");
}

describe("an administrator is shown of people", () => {
  it.each([
    "/admin/user",
    "/admin/user?q=rien",
    "/admin/master",
    "/admin/sub-master",
    "/admin/user/:buyer",
    "/admin/user/:owner",
    "/admin/user/:banned",
    "/admin/user/:reader",
    "/admin/user/:owner/bannir",
    "/admin/user/:banned/retablir",
    "/admin/user/:buyer/supprimer",
    "/admin/user/:owner/annuler",
    "/admin/user/:buyer/voir-comme",
    "/admin/user/:reader/role",
    "/admin/user/:reader/seconde-etape",
    "/admin/master/:master",
    "/admin/master/:master/refuser",
    "/admin/create-account",
    "/admin/create-account/user",
    "/admin/create-account/user-c",
    "/admin/create-account/master",
    "/admin/create-account/admin",
    "/admin/contact",
    "/admin/contact/:message",
    "/admin/contact/:rights",
    "/admin/contact/:message/supprimer",
    "/admin/droits",
    "/admin/droits/nouvelle",
    "/admin/droits/:request",
    "/admin/droits/:closed",
    "/admin/droits/:unproved",
    "/admin/droits/:request/effacer",
    "/admin/droits/:request/prolonger",
    "/admin/droits/:request/refuser",
    "/admin/recherche?q=hugo",
  ])("%s", async (path) => {
    expect(await page(path)).toMatchSnapshot();
  });
});

describe("of venues and reservations", () => {
  it.each([
    "/admin/location",
    "/admin/location/:grange",
    "/admin/location/:atelier",
    "/admin/location/:grange/retirer",
    "/admin/reservation",
    "/admin/reservation/:confirmed",
    "/admin/reservation/:cancelled",
    "/admin/reservation/:disputed",
    "/admin/reservation/:pending",
    "/admin/reservation/:hold",
    "/admin/reservation/:confirmed/rembourser",
    "/admin/reservation/:confirmed/annuler",
    "/admin/reservation/:pending/annuler",
    "/admin/reservation/:pending/prolonger",
    "/admin/avis",
    "/admin/avis/:review",
    "/admin/avis/:published",
    "/admin/avis/:review/refuser",
    "/admin/finance?periode=2027-02",
    "/admin/finance/recus",
    "/admin/finance/recus/2027-000412",
    "/admin/revenus?annee=2027",
    "/admin/revenus/:owner?annee=2027",
    "/admin/chiffres",
  ])("%s", async (path) => {
    expect(await page(path)).toMatchSnapshot();
  });
});

describe("of what there is to do and was done", () => {
  it.each([
    "/admin",
    "/admin/a-traiter",
    "/admin/a-traiter/job%3A:job",
    "/admin/a-traiter/mail%3A:mail",
    "/admin/a-traiter/payment%3Arefund_refused%3Api_essai",
    "/admin/a-traiter/ledger%3Arefunded%3Are_essai",
    "/admin/moderation/:reported",
    "/admin/moderation/:shamed",
    "/admin/recours/:appealed",
    "/admin/moderation/:reported/classer",
    "/admin/moderation/:reported/suspendre",
    "/admin/moderation/:reported/bannir",
    "/admin/moderation/:shamed/masquer",
    "/admin/moderation/:reported/retirer",
    "/admin/journal",
    "/admin/journal/acces",
    "/admin/bandeaux",
    "/admin/bandeaux/essai",
    "/admin/maintenance",
    "/admin/gallery",
  ])("%s", async (path) => {
    expect(await page(path)).toMatchSnapshot();
  });

  it("the password that a case is put away with, where running its job again asks for one too", async () => {
    const path = "/admin/a-traiter/job%3A:job";
    const refused = await page(path, { intent: "settle", why: "Vu avec Stripe.", seen: "x" });
    const [, field] = /a href=#(\S+) \| Saisissez votre mot de passe/.exec(refused) ?? [];
    const forms = refused.split("\nform ").filter((form) => form.includes(`id=${field} `));
    expect(forms).toHaveLength(1);
    expect(forms[0]).toContain("Classer le dossier");
    const woken = await page(path, { intent: "wake" });
    expect(woken).toContain("a href=#currentPassword | Saisissez votre mot de passe");
  });

  it("that a picture is to be chosen again, where its form is refused", async () => {
    const AGAIN = "Si vous en aviez choisi une, choisissez-la de nouveau.";
    expect(await page("/admin/gallery")).not.toContain(AGAIN);
    expect(await page("/admin/gallery", { intent: "city", name: "Lyon", place: "9" })).toContain(
      AGAIN,
    );
  });
});
