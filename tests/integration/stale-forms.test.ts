import { beforeEach, describe, expect, it } from "vitest";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { editProfile } from "~/accounts/edit-profile.server";
import { saveTaxFacts } from "~/declarations/save-tax-facts.server";
import { refusalMessage, type RefusalCode } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser } from "../support/fixtures";
import { loggedIn, newMember, storedUser, type Member } from "../support/members";
import { rendered } from "../support/rendered";
import type { Visitor } from "../support/visitor";

/** A form about oneself that was shown before another window or device changed what it shows, or who is logged in. */

useDatabase();
beforeEach(emptyDatabase);

/** The fields of a page's one form as they stand in it, hidden ones among them. */
async function opened(visitor: Visitor, path: string): Promise<Record<string, string>> {
  const html = await (await rendered(visitor, path)).text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const fields = [...main.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    if (/type="(file|checkbox|search|radio)"/.test(tag)) return [];
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    return of("name") ? [[of("name"), of("value") ?? ""]] : [];
  });
  return Object.fromEntries(fields) as Record<string, string>;
}

async function send(visitor: Visitor, path: string, form: Record<string, string>) {
  const response = await rendered(visitor, path, form);
  return { status: response.status, html: await response.text() };
}

const expectRefused = ({ status, html }: { status: number; html: string }, code: RefusalCode) => {
  expect(html).toContain(refusalMessage(code));
  expect(status).toBe(409);
};

const IDENTITY = "/profil?modifier=identite";
const ADDRESS = "/profil?modifier=coordonnees";
const FACTS = {
  ...{ legalName: "Les Tilleuls", street: "1 rue du Lac", postalCode: "69003", city: "Lyon" },
  ...{ country: "France", taxCountry: "FR", taxId: "732829320" },
};
const PERSON = {
  ...{ name: "Marie", lastname: "Durand", dateOfBirth: "1989-07-14" },
  ...({ type: "Entités privés", role: "Particulier" } as const),
};

describe("the identity", () => {
  it("that became a company's in another window is not a person's again, and keeps what it confirmed", async () => {
    const { id, visitor } = await newMember(PERSON);
    const shown = await opened(visitor, IDENTITY);
    expect(shown).toMatchObject({ role: "Particulier", name: "Marie" });
    await editProfile(id, {
      type: "Entités privés",
      identity: {
        ...{ role: "Entreprise", name: "Marie", lastname: "Durand" },
        ...{ siret: "73282932000074", entityName: "Les Tilleuls" },
      },
    });
    await saveTaxFacts(id, FACTS, new Date());
    const stale = { ...shown, intent: "identity", phone: "06 12 34 56 78" };
    const refused = await send(visitor, IDENTITY, stale);
    expectRefused(refused, "profile_changed");
    expect(refused.html).toContain('value="06 12 34 56 78"');
    expect(refused.html).toContain("732 829 320 00074");
    expect(await storedUser(id)).toMatchObject({ role: "Entreprise", siret: "73282932000074" });
    expect(await TaxFactsModel.countDocuments({ _id: id })).toBe(1);
    // Who was told may go on.
    const again = /name="version" value="([^"]*)"/.exec(refused.html)![1]!;
    expect((await send(visitor, IDENTITY, { ...stale, version: again })).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ role: "Particulier", phone: "0612345678" });
  });

  it("is saved once by a form that is pressed twice, and not refused the second time", async () => {
    const { id, visitor } = await newMember(PERSON);
    const form = { ...(await opened(visitor, IDENTITY)), intent: "identity", name: "Anne" };
    expect((await send(visitor, IDENTITY, form)).status).toBe(303);
    expect((await send(visitor, IDENTITY, form)).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ name: "Anne" });
  });

  it("is held to what was shown also after another refusal", async () => {
    const { id, visitor } = await newMember(PERSON);
    const shown = await opened(visitor, IDENTITY);
    const form = { ...shown, intent: "identity", name: "A" };
    await UserModel.updateOne({ _id: id }, { $set: { phone: "0612345678" } });
    const wrong = await send(visitor, IDENTITY, form);
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain(`name="version" value="${shown.version}"`);
  });
});

it("an address that was changed in another window is not taken back", async () => {
  const { id, visitor } = await newMember(PERSON);
  const shown = await opened(visitor, ADDRESS);
  await UserModel.updateOne({ _id: id }, { $set: { city: "Villeurbanne" } });
  const stale = { ...shown, intent: "address", street: "3 rue Neuve", city: "Lyon" };
  const form = { ...stale, postalCode: "69003", country: "France" };
  expectRefused(await send(visitor, ADDRESS, form), "profile_changed");
  expect(await storedUser(id)).toMatchObject({ city: "Villeurbanne" });
});

describe("a form about oneself, sent once somebody else is logged in", () => {
  const REVENUE = "/mes-parametres/revenus";
  const LIAISON = "/mes-parametres/liason-compte";
  const settled = async ({ id }: Member) => [
    await storedUser(id),
    await TaxFactsModel.findById(id).lean(),
  ];

  it.each<[string, string, Record<string, string>]>([
    ["identity", IDENTITY, PERSON],
    ["address", ADDRESS, { ...FACTS }],
    ["facts", REVENUE, { ...FACTS, birthDate: "14/07/1989" }],
    ["leave", LIAISON, {}],
    ["", "/mes-parametres/cookies", { cookies: "on" }],
  ])("changes nothing of theirs: %s", async (intent, path, typed) => {
    const master = await createUser({ masterStatus: "validated", spondorshipCode: "ABCD2345" });
    const linked = { ...PERSON, link_id: master._id };
    const first = await loggedIn(await createOwner(linked));
    const second = await loggedIn(await createOwner(linked));
    const before = await settled(second);
    const shown = await opened(first.visitor, path);
    const form = { ...shown, ...typed, ...(intent && { intent }) };
    const refused = await send(second.visitor, path, form);
    expectRefused(refused, "another_account");
    expect(await settled(second)).toEqual(before);
    // The page says by now whose it is, and who was told may go on.
    expect(refused.html).toContain(`name="whose" value="${second.id}"`);
    expect(shown.whose).toBe(first.id);
  });
});

it("a link to another master than the one shown is not left", async () => {
  const [first, second] = [await createUser(), await createUser()];
  const { id, visitor } = await newMember({ link_id: first._id });
  const path = "/mes-parametres/liason-compte";
  const shown = { ...(await opened(visitor, path)), intent: "leave" };
  await UserModel.updateOne({ _id: id }, { $set: { link_id: second._id } });
  expectRefused(await send(visitor, path, shown), "master_changed");
  expect((await storedUser(id))?.link_id).toEqual(second._id);
  const now = { ...(await opened(visitor, path)), intent: "leave" };
  expect((await send(visitor, path, now)).status).toBe(303);
  // Pressed twice, it is done.
  expect((await send(visitor, path, now)).status).toBe(303);
  expect(await storedUser(id)).not.toHaveProperty("link_id");
});
