import { Types } from "mongoose";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ImageModel } from "@models/image";
import { UserModel } from "@models/user";
import { monthOf } from "~/rules/month-grid";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { readImage } from "~/platform/images/images.server";
import { limit } from "~/platform/web/rate-limit.server";
import { apiDocument } from "~/routes/api/every-call.server";
import { action as editAddressApi } from "~/routes/api/send/edit-address";
import { action as editProfileApi } from "~/routes/api/send/edit-profil";
import { action, loader } from "~/routes/profil/index";
import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { loggedIn, newMember, storedUser } from "../support/members";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const soon = addDays(todayInParis(new Date()), 60);

const INCOMPLETE = "Toutes les informations doivent être remplies";

const payload = {
  type: "Entités privés",
  role: "Particulier",
  name: "Marie",
  lastname: "Durand",
  dateOfBirth: "1989-07-14",
};
const person = { intent: "identity", ...payload };
const company = {
  ...person,
  role: "Entreprise",
  siret: "732 829 320 00074",
  entityName: "Les Tilleuls",
};

const picture = async () =>
  await sharp({ create: { width: 400, height: 300, channels: 3, background: "#1A3F8A" } })
    .png()
    .toBuffer();

/** Posts the identity form with a file, as a browser does. */
async function upload(
  visitor: Visitor,
  bytes: Uint8Array,
  fields: Record<string, string> = person,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("avatar", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "moi.png");
  const request = new Request("http://localhost/profil", { method: "POST", body });
  return await action({ request, params: {}, context: visitor.context() });
}

/** What the identity form sends where nobody touches it. */
async function untouched(visitor: Visitor, role?: string): Promise<Record<string, string>> {
  const query = new URLSearchParams({ modifier: "identite", ...(role && { role }) });
  const page = await (await rendered(visitor, `/profil?${query.toString()}`)).text();
  const [form = ""] = /<form[^>]*multipart.*?<\/form>/s.exec(page) ?? [];
  const inputs = (form.match(/<input [^>]*>/g) ?? []).filter(
    (tag) => !/type="(?:file|checkbox)"/.test(tag),
  );
  const valueIn = (tag = "") => /value="([^"]*)"/.exec(tag)?.[1] ?? "";
  const nameIn = (tag: string) => /name="([^"]*)"/.exec(tag)![1]!;
  const selects = (form.match(/<select .*?<\/select>/gs) ?? []).map((tag) => {
    const options = tag.match(/<option[^>]*>/g) ?? [];
    const chosen = options.find((option) => option.includes("selected")) ?? options[0];
    return [nameIn(tag), valueIn(chosen)];
  });
  const said = [...inputs.map((tag) => [nameIn(tag), valueIn(tag)]), ...selects];
  return { intent: "identity", ...(Object.fromEntries(said) as Record<string, string>) };
}

describe("the identity form", () => {
  it("saves what was typed, in the form it is stored in", async () => {
    const { id, visitor } = await newMember();
    const response = await visitor.visit(action, "/profil", {
      form: { ...person, name: " Anne ", phone: "06 12 34 56 78" },
    });
    expect(response.headers.get("location")).toBe("/profil");
    expect(await storedUser(id)).toMatchObject({
      name: "Anne",
      lastname: "Durand",
      dateOfBirth: "1989-07-14",
      phone: "0612345678",
    });
  });

  it("changes the role, and forgets what the new one does not use", async () => {
    const { id, visitor } = await newMember({ dateOfBirth: "1989-07-14" });
    await visitor.visit(action, "/profil", { form: company });
    const user = await storedUser(id);
    expect(user).toMatchObject({ role: "Entreprise", siret: "73282932000074" });
    expect(user).not.toHaveProperty("dateOfBirth");
  });

  it("refuses a child's date of birth, but not the one that is recorded: whoever has it changes all else", async () => {
    const recorded = "2015-03-02";
    const { id, visitor } = await newMember({ dateOfBirth: recorded });
    const send = async (fields: Record<string, string>) =>
      await visitor.visit(action, "/profil", { form: { ...person, ...fields } });
    expect((await send({ dateOfBirth: "02/03/2015", name: "Anne" })).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ name: "Anne", dateOfBirth: recorded });
    const other = await send({ dateOfBirth: "03/03/2015", name: "Lise" });
    expect(other.status).toBe(422);
    expect(await other.text()).toContain("Il faut avoir 18\u00a0ans pour avoir un compte.");
    const { intent: _, ...call } = { ...person, dateOfBirth: "2015-03-03" };
    expect((await visitor.visit(editProfileApi, "/", { json: call })).status).toBe(422);
    expect(await storedUser(id)).toMatchObject({ name: "Anne", dateOfBirth: recorded });
  });

  it("refuses a name of another length than names are given, but not the one that is recorded", async () => {
    const recorded = { name: "Marie-Anne-Charlotte", lastname: "O" };
    const { id, visitor } = await newMember(recorded);
    const send = async (fields: Record<string, string>) =>
      await visitor.visit(action, "/profil", { form: { ...person, ...recorded, ...fields } });
    expect((await send({ phone: "06 12 34 56 78" })).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ ...recorded, phone: "0612345678" });
    const { intent: _, ...call } = { ...person, ...recorded, phone: "06 12 34 56 79" };
    expect((await visitor.visit(editProfileApi, "/", { json: call })).status).toBe(200);
    expect(await storedUser(id)).toMatchObject({ ...recorded, phone: "0612345679" });

    for (const [field, value, told] of [
      ["name", "Marie-Anne-Charlotta", "un prénom"],
      ["lastname", "D", "un nom"],
    ]) {
      const renamed = await send({ [field!]: value! });
      expect(renamed.status).toBe(422);
      expect(await renamed.json()).toMatchObject({
        fieldErrors: { [field!]: `Veuillez choisir ${told} d’une longueur appropriée.` },
      });
      const json = { ...call, [field!]: value };
      expect((await visitor.visit(editProfileApi, "/", { json })).status).toBe(422);
    }
    expect(await storedUser(id)).toMatchObject(recorded);
    // The browser keeps nobody from sending it either.
    const page = await (await rendered(visitor, "/profil?modifier=identite")).text();
    for (const tag of page.match(/<input [^>]*name="(name|lastname)"[^>]*>/g)!)
      expect(tag).toMatch(/maxLength="200"/);
    expect(page).not.toMatch(/minLength/);
  });

  it("changes all else of a structure whose name is as long as registers have them, and keeps it", async () => {
    const entityName = "x".repeat(140);
    const recorded = { role: "Association", RNA: "W691234567", entityName } as const;
    const { id, visitor } = await newMember(recorded);
    const form = { ...(await untouched(visitor)), phone: "06 12 34 56 78" };
    expect((await visitor.visit(action, "/profil", { form })).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ ...recorded, phone: "0612345678" });
  });

  it("shows an organisation what is assumed of its VAT until it says it, and where it is said", async () => {
    const assumed = async (visitor: Visitor) => {
      const page = await (await rendered(visitor, "/profil")).text();
      const account = await (await rendered(visitor, "/create-stripe-account")).text();
      return [page, account].map((html) => html.includes("(supposé, à confirmer)"));
    };
    const type = "Entités privés";
    const { visitor } = await newMember({ type, role: "Entreprise" });
    expect(await assumed(visitor)).toEqual([true, true]);
    const told = await (await rendered(visitor, "/create-stripe-account")).text();
    expect(told).toContain("Franchise en base, sans TVA (supposé, à confirmer)");
    expect(told).toContain('href="/profil?modifier=identite#identite"');
    const { visitor: commune } = await newMember({ type: "Collectivité", role: undefined });
    expect(await (await rendered(commune, "/profil")).text()).toContain(
      "Hors du champ de la TVA (supposé, à confirmer)",
    );
    const said = await newMember({ type, role: "Association", vatRegime: "exonéré" });
    expect(await assumed(said.visitor)).toEqual([false, false]);
    expect(await (await rendered(said.visitor, "/profil")).text()).toContain("Exonéré de TVA");
    const { visitor: person } = await newMember({ type, role: "Particulier" });
    expect(await assumed(person)).toEqual([false, false]);
  });

  it("marks what a former form wrote of a public body unasked, until it is said by form or call", async () => {
    const commune = {
      type: "Collectivité",
      natureOfCollectivity: "Commune",
      entityName: "Mairie",
      ...{ siret: "73282932000074", INSEE: "732829320", phone: "0472103030" },
    } as const;
    const call = { name: "Marie", lastname: "Durand", ...commune };
    const says = {
      form: async (visitor: Visitor) => {
        const form = { ...(await untouched(visitor)), vatRegime: "franchise" };
        return await visitor.visit(action, "/profil", { form });
      },
      call: async (visitor: Visitor) =>
        await visitor.visit(editProfileApi, "/", { json: { ...call, vatRegime: "franchise" } }),
    };
    for (const say of Object.values(says)) {
      const { id, visitor } = await newMember({
        ...commune,
        ...{ role: undefined, vatRegime: "franchise" },
      });
      const marked = async () => {
        const page = await (await rendered(visitor, "/profil")).text();
        const account = await (await rendered(visitor, "/create-stripe-account")).text();
        return [page, account].map((html) => html.includes("à confirmer"));
      };
      // A call that says nothing of VAT confirms nothing.
      const silent = await visitor.visit(editProfileApi, "/", { json: call });
      expect(silent.status).toBe(200);
      // Nor does the form that is sent for something else.
      const edit = await (await rendered(visitor, "/profil?modifier=identite")).text();
      expect(edit).toContain("Je ne sais pas encore (enregistré\u00a0: Franchise en base");
      const form = { ...(await untouched(visitor)), phone: "0472103031" };
      expect((await visitor.visit(action, "/profil", { form })).status).toBe(303);
      expect(await storedUser(id)).toMatchObject({ vatRegime: "franchise", phone: "0472103031" });
      expect(await marked()).toEqual([true, true]);
      expect([200, 303]).toContain((await say(visitor)).status);
      expect(await storedUser(id)).toMatchObject({ vatRegime: "franchise" });
      expect(await marked()).toEqual([false, false]);
    }
  });

  it("leaves unsaid what nobody said of VAT, sent as it stands", async () => {
    for (const kind of [
      { role: "Entreprise", siret: "73282932000074" },
      { type: "Collectivité", role: undefined, natureOfCollectivity: "Commune" },
    ] as const) {
      const numbers = { siret: "73282932000074", INSEE: "732829320", phone: "0472103030" };
      const { id, visitor } = await newMember({ entityName: "Les Tilleuls", ...numbers, ...kind });
      const form = await untouched(visitor);
      expect(form).toMatchObject({ siret: numbers.siret, vatRegime: "" });
      const page = await (await rendered(visitor, "/profil?modifier=identite")).text();
      expect(page).toContain("Je ne sais pas encore (supposé\u00a0: ");
      expect((await visitor.visit(action, "/profil", { form })).status).toBe(303);
      expect(await storedUser(id)).not.toHaveProperty("vatRegime");
      await visitor.visit(action, "/profil", { form: { ...form, vatRegime: "exonéré" } });
      expect(await storedUser(id)).toMatchObject({ vatRegime: "exonéré" });
      expect(await untouched(visitor)).toMatchObject({ vatRegime: "exonéré" });
      expect(await (await rendered(visitor, "/profil?modifier=identite")).text()).not.toContain(
        "Je ne sais pas encore",
      );
    }
  });

  it("begins another organisation without the numbers and the VAT of the former one, and takes not its VAT number", async () => {
    const vat = { vatRegime: "assujetti", vatNumber: "FR44732829320" } as const;
    const numbers = { siret: "73282932000074", INSEE: "732829320" };
    const recorded = {
      role: "Entreprise",
      entityName: "Les Tilleuls",
      ...numbers,
      ...vat,
    } as const;
    const { id, visitor } = await newMember(recorded);
    const send = async (form: Record<string, string>) =>
      await visitor.visit(action, "/profil", { form });
    const company = await untouched(visitor);
    expect(company).toMatchObject(recorded);
    const association = await untouched(visitor, "Association");
    const begun = { siret: "", INSEE: "", RNA: "", vatRegime: "", vatNumber: "" };
    expect(association).toMatchObject({
      role: "Association",
      entityName: "Les Tilleuls",
      ...begun,
    });

    // Its SIRET alone is another one.
    const sold = { ...company, siret: "40483304800022", INSEE: "404833048" };
    const refused = await send(sold);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { fieldErrors: object }).fieldErrors).toMatchObject({
      vatNumber: expect.stringContaining("de l’organisme précédent") as string,
    });
    expect(await storedUser(id)).toMatchObject(recorded);
    // Whoever had the role wrong is registered as before, and has the number.
    const same = { ...association, RNA: "W691234567", siret: numbers.siret, ...vat };
    expect((await send(same)).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ role: "Association", ...vat });
    const { version } = await untouched(visitor);
    expect((await send({ ...sold, version: version!, vatNumber: "FR83404833048" })).status).toBe(
      303,
    );
    expect(await storedUser(id)).toMatchObject({ siret: sold.siret, vatNumber: "FR83404833048" });
  });

  it("takes the recorded VAT number where a wrong SIRET or RNA is corrected, and the number is not another's", async () => {
    const liable = { entityName: "Les Tilleuls", vatRegime: "assujetti" } as const;
    for (const [recorded, corrected] of [
      // The SIRET was the holding's.
      [{ role: "Entreprise", siret: "73282932000074" }, { siret: "40483304800022" }],
      [{ role: "Association", RNA: "W691234567" }, { RNA: "W691234568" }],
    ] as const) {
      const vat = { ...liable, vatNumber: "FR83404833048" };
      const { id, visitor } = await newMember({ ...recorded, ...vat });
      const form = { ...(await untouched(visitor)), ...corrected };
      expect((await visitor.visit(action, "/profil", { form })).status).toBe(303);
      expect(await storedUser(id)).toMatchObject({ ...corrected, ...vat });
    }
  });

  it("changes all else where the recorded SIREN is not the SIRET's, and refuses that where one is changed", async () => {
    const recorded = { siret: "73282932000074", INSEE: "404833048" };
    const { id, visitor } = await newMember({
      ...{ role: "Entreprise", entityName: "Les Tilleuls", ...recorded },
    });
    const form = await untouched(visitor);
    const send = async (fields: Record<string, string>) =>
      await visitor.visit(action, "/profil", { form: { ...form, ...fields } });
    expect((await send({ name: "Anne" })).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ name: "Anne", ...recorded });
    const { version } = await untouched(visitor);
    const refused = await send({ version: version!, INSEE: "552100554" });
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { fieldErrors: object }).fieldErrors).toMatchObject({
      INSEE: "Le numéro INSEE doit être celui du SIRET\u00a0: ses 9\u00a0premiers chiffres.",
    });
    expect((await send({ version: version!, INSEE: "732829320" })).status).toBe(303);
  });

  it("keeps the VAT regime and its number, which other regimes and persons do not have", async () => {
    const { id, visitor } = await newMember();
    const send = async (fields: Record<string, string>) =>
      (await visitor.visit(action, "/profil", { form: { ...company, ...fields } })).status;
    expect(await send({ vatRegime: "assujetti", vatNumber: "fr 44 732 829 320" })).toBe(303);
    const liable = { vatRegime: "assujetti", vatNumber: "FR44732829320" };
    expect(await storedUser(id)).toMatchObject(liable);
    for (const vatNumber of ["", "FR45732829320"]) {
      expect(await send({ vatRegime: "assujetti", vatNumber })).toBe(422);
    }
    expect(await send({ vatRegime: "tout" })).toBe(422);
    expect(await storedUser(id)).toMatchObject(liable);

    // A program that knows nothing of VAT changes nothing of it.
    const { intent: _, ...call } = company;
    const answer = await visitor.visit(editProfileApi, "/", { json: call });
    expect(((await answer.json()) as { user: object }).user).toMatchObject(liable);

    expect(await send({ vatRegime: "franchise", vatNumber: "FR44732829320" })).toBe(303);
    expect(await storedUser(id)).toMatchObject({ vatRegime: "franchise" });
    expect(await storedUser(id)).not.toHaveProperty("vatNumber");
    await visitor.visit(action, "/profil", { form: { ...person, vatRegime: "assujetti" } });
    expect(await storedUser(id)).not.toHaveProperty("vatRegime");
  });

  it("refuses what is incomplete, with what was typed", async () => {
    const { id, visitor } = await newMember();
    const response = await visitor.visit(action, "/profil", {
      form: { ...company, siret: "", name: "Anne" },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      subaction: "identity",
      fieldErrors: { siret: INCOMPLETE },
      repopulateFields: { name: "Anne", entityName: "Les Tilleuls" },
    });
    expect((await storedUser(id))?.name).toBe("Camille");
  });

  it("shows again what was chosen when it is refused, but a photo, which it asks for anew", async () => {
    const avatar = new Types.ObjectId();
    const { visitor } = await newMember({ role: "Association", postalCode: "67000", avatar });
    const path = "/profil?modifier=identite&role=Association";
    const form = { ...person, role: "Association", entityName: "Les Amis", name: "" };
    const box = (html: string, name: string) =>
      new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0];
    const AGAIN = "Si vous en aviez choisi une, choisissez-la de nouveau.";

    const first = await (await rendered(visitor, path)).text();
    expect(box(first, "withoutRna")).toContain("checked");
    expect(box(first, "removeAvatar")).not.toContain("checked");
    expect(first).not.toContain(AGAIN);

    const refused = await (await rendered(visitor, path, { ...form, removeAvatar: "on" })).text();
    expect(box(refused, "withoutRna")).not.toContain("checked");
    expect(box(refused, "removeAvatar")).toContain("checked");
    expect(refused).toContain(AGAIN);

    const other = await (await rendered(visitor, path, { ...form, withoutRna: "on" })).text();
    expect(box(other, "withoutRna")).toContain("checked");
    expect(box(other, "removeAvatar")).not.toContain("checked");
  });

  it("keeps the kind of account, and writes nothing that it does not show", async () => {
    const { id, visitor } = await newMember();
    const authority = {
      ...person,
      type: "Collectivité",
      entityName: "Lyon",
      INSEE: "216901231",
      natureOfCollectivity: "Commune",
      siret: "21690123100011",
      phone: "0472103030",
    };
    expect((await visitor.visit(action, "/profil", { form: authority })).status).toBe(400);
    const adminsForm = { ...person, type: "" };
    expect((await visitor.visit(action, "/profil", { form: adminsForm })).status).toBe(400);
    const greedy = { ...person, isAdmin: "true", stripeStats: "active", email: "x@exemple.fr" };
    expect((await visitor.visit(action, "/profil", { form: greedy })).status).toBe(303);
    const user = await storedUser(id);
    expect(user).toMatchObject({ type: "Entités privés", isAdmin: false });
    expect(user).not.toHaveProperty("stripeStats");
    expect(user?.email).not.toBe("x@exemple.fr");
  });

  it("asks nothing but names of an administrator", async () => {
    const { id, visitor } = await newMember({ isAdmin: true, type: undefined, role: undefined });
    const form = { intent: "identity", name: "Alix", lastname: "Bernard" };
    expect((await visitor.visit(action, "/profil", { form })).status).toBe(303);
    expect((await storedUser(id))?.name).toBe("Alix");
  });

  it("lets only associations of Alsace-Moselle go without an RNA", async () => {
    const form = {
      ...person,
      role: "Association",
      entityName: "Les Amis",
      withoutRna: "on",
    };
    const lyon = await newMember({ postalCode: "69003" });
    const refused = await lyon.visitor.visit(action, "/profil", { form });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ fieldErrors: { RNA: INCOMPLETE } });
    const strasbourg = await newMember({ postalCode: "67000" });
    expect((await strasbourg.visitor.visit(action, "/profil", { form })).status).toBe(303);
  });
});

describe("the picture", () => {
  it("is stored, and takes the place of the one before", async () => {
    const { id, visitor } = await newMember();
    expect((await upload(visitor, await picture())).status).toBe(303);
    const first = (await storedUser(id))?.avatar?.toString() ?? "";
    expect(await readImage(first, 320)).not.toBeNull();
    await upload(visitor, await picture());
    const second = (await storedUser(id))?.avatar?.toString() ?? "";
    expect(second).not.toBe(first);
    expect(await readImage(first, 320)).toBeNull();
    expect(await ImageModel.countDocuments({ purpose: "avatar" })).toBe(1);
    // What says nothing of it leaves it as it is.
    await visitor.visit(action, "/profil", { form: person });
    expect((await storedUser(id))?.avatar?.toString()).toBe(second);
    expect(await readImage(second, 320)).not.toBeNull();
  });

  it("is one, and the others are erased, when several are sent at once", async () => {
    const { id, visitor } = await newMember();
    const answers = await Promise.all([1, 2, 3].map(async () => upload(visitor, await picture())));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const left = await ImageModel.find().lean();
    expect(left.map(({ _id }) => _id)).toEqual([(await storedUser(id))?.avatar]);
  });

  it("that was replaced is nobody's, and swept, though the process died right after", async () => {
    const { id, visitor } = await newMember();
    await upload(visitor, await picture());
    const first = (await storedUser(id))!.avatar!;
    const dying = vi.spyOn(ImageModel, "findByIdAndDelete").mockImplementationOnce(() => {
      throw new Error("killed");
    });
    expect((await upload(visitor, await picture())).status).toBe(500);
    dying.mockRestore();
    expect(await readImage(first.toString(), 320, ({ isPublic }) => isPublic)).toBeNull();
    expect(await sweepDraftPhotos(new Date(Date.now() + 25 * 3_600_000))).toBe(1);
    const left = await ImageModel.find({}, "_id").lean();
    expect(left.map(({ _id }) => _id)).toEqual([(await storedUser(id))!.avatar]);
  });

  it("is taken so often only", async () => {
    const { id, visitor } = await newMember();
    for (let count = 0; count < 60; count += 1) await limit("photos", id);
    expect((await upload(visitor, await picture())).status).toBe(429);
    expect(await ImageModel.countDocuments()).toBe(0);
  });

  it("can be removed", async () => {
    const { id, visitor } = await newMember();
    await upload(visitor, await picture());
    await visitor.visit(action, "/profil", { form: { ...person, removeAvatar: "on" } });
    expect(await storedUser(id)).not.toHaveProperty("avatar");
    expect(await ImageModel.countDocuments()).toBe(0);
  });

  it("must be one, and then nothing else is saved either", async () => {
    const { id, visitor } = await newMember();
    const response = await upload(visitor, Buffer.from("<svg/>"), { ...person, name: "Anne" });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      fieldErrors: { avatar: "Ce format n’est pas accepté." },
    });
    expect((await storedUser(id))?.name).toBe("Camille");
    expect(await ImageModel.countDocuments()).toBe(0);
    expect((await upload(visitor, Buffer.alloc(0))).status).toBe(415);
  });
});

describe("the address form", () => {
  const address = {
    intent: "address",
    street: "12 rue des Tilleuls",
    postalCode: "69 003",
    city: "Lyon",
    country: "France",
  };

  it("saves the address", async () => {
    const { id, visitor } = await newMember();
    expect((await visitor.visit(action, "/profil", { form: address })).status).toBe(303);
    expect(await storedUser(id)).toMatchObject({ street: address.street, postalCode: "69003" });
  });

  it("wants all of it", async () => {
    const { visitor } = await newMember();
    const response = await visitor.visit(action, "/profil", { form: { ...address, city: " " } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fieldErrors: { city: INCOMPLETE } });
  });
});

describe("the page", () => {
  const read = async (visitor: Visitor, path = "/profil") =>
    (await (await visitor.visit(loader, path)).json()) as Awaited<ReturnType<typeof loader>>;

  it("shows who someone is, without their secrets", async () => {
    const { user, visitor } = await newMember({ city: "Lyon" });
    const page = await read(visitor);
    expect(page.profile).toMatchObject({ email: user.email, status: "Particulier" });
    expect(page.panels).toMatchObject({ reservation: null, venue: null });
    expect(JSON.stringify(page)).not.toContain(user.passwordHash);
  });

  it("shows the newest venue, how much it is wanted and the days that reservations hold", async () => {
    const owner = await createOwner();
    const { visitor } = await loggedIn(owner);
    await createVenue(owner, { title: "Ancienne" });
    const venue = await createVenue(owner, {
      title: "Récente",
      price: 48_050,
      status: "unavailable",
    });
    await createVenue(owner, { title: "Retirée", deletedAt: new Date() });
    const month = monthOf(soon);
    const [taken, first, second, asked, freed] = ["01", "11", "12", "20", "25"].map(
      (day) => `${month}-${day}`,
    ) as [string, string, string, string, string];
    await takeSlots(venue, [taken, "AM"]);
    const buyer = await createUser();
    for (const [status, startDate, endDate] of [
      ["confirmed", first, second],
      ["pending", asked, asked],
      ["cancelled", freed, freed],
    ] as const) {
      await createReservation({ venue, buyer, status, startDate, endDate });
    }
    const { panels } = await read(visitor, `/profil?mois=${month}`);
    expect(panels.venue).toMatchObject({
      title: "Récente",
      isAvailable: false,
      capacity: "10 - 50",
    });
    expect(panels.venue?.price).toMatch(/^480,50\s€ par jour$/);
    expect(panels.venue).toMatchObject({ reservations: 2, blockedDays: [first, second, asked] });
  });

  it("shows the reservation made last that is still to come, but what is to be paid before", async () => {
    const { user, visitor } = await newMember();
    const venue = await createVenue(await createOwner());
    const of = { venue, buyer: user };
    await createReservation({ ...of, status: "confirmed", startDate: soon });
    const last = await createReservation({ ...of, status: "pending", startDate: addDays(soon, 9) });
    await createReservation({ ...of, status: "cancelled", startDate: addDays(soon, 14) });
    await createReservation({ ...of, status: "ended", startDate: addDays(soon, -300) });
    const shown = async () => (await read(visitor)).panels.reservation?.reference;
    expect(await shown()).toBe(last.reference);
    const unpaid = await createReservation({
      ...{ ...of, status: "hold", startDate: addDays(soon, 20) },
      holdUntil: addMinutes(new Date(), 30),
    });
    await createReservation({ ...of, status: "confirmed", startDate: addDays(soon, 25) });
    expect(await shown()).toBe(unpaid.reference);
  });

  it("takes odd parameters for none", async () => {
    const { visitor } = await newMember();
    const page = await read(visitor, "/profil?mois=2027-13&role=Roi&modifier=x");
    expect(page.panels.month).toMatch(/^\d{4}-\d\d$/);
    expect(page.role).toBe("Particulier");
  });
});

describe("the /api twins", () => {
  it("edit the caller's own profile, picture included", async () => {
    const { id, visitor } = await newMember();
    const avatar = `data:image/png;base64,${(await picture()).toString("base64")}`;
    const response = await visitor.visit(editProfileApi, "/api/send/edit-profil", {
      json: { ...payload, userId: id, name: "Anne", avatar, isAdmin: true },
    });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { user: { name: string; avatar: string } };
    expect(answer.user).toMatchObject({ _id: id, name: "Anne", isAdmin: false });
    expect(answer.user.avatar).toMatch(/^\/images\/[0-9a-f]{24}\/320\.webp$/);
  });

  it("leave what they do not say, and take away what they say is none", async () => {
    const recorded = { phone: "0612345678", INSEE: "732829320", siret: "73282932000074" };
    const type = "Entités privés";
    const { id, visitor } = await newMember({ type, role: "Entreprise", ...recorded });
    const send = async (fields: object) =>
      (await visitor.visit(editProfileApi, "/", { json: { ...payload, ...fields } })).status;
    const held = async () => {
      const { phone, INSEE, siret } = (await storedUser(id))!;
      return { phone, INSEE, siret };
    };
    const organisation = { role: "Entreprise", siret: recorded.siret, entityName: "Les Tilleuls" };
    expect(await send(organisation)).toBe(200);
    expect(await held()).toEqual(recorded);
    // An association may do without the number, and has it still; a company's is none of an association's.
    const { siret: _, ...unsaid } = organisation;
    const association = { ...unsaid, role: "Association", RNA: "W691234567" };
    expect(await send(association)).toBe(200);
    expect(await held()).toEqual({ phone: recorded.phone });
    expect(await send({ ...association, siret: recorded.siret })).toBe(200);
    expect(await send(association)).toBe(200);
    expect(await held()).toEqual({ phone: recorded.phone, siret: recorded.siret });
    expect(await send({ ...organisation, INSEE: recorded.INSEE, phone: null })).toBe(200);
    expect(await held()).toEqual({ siret: recorded.siret, INSEE: recorded.INSEE });
    expect(await send({ ...organisation, INSEE: " " })).toBe(200);
    expect(await held()).toEqual({ siret: recorded.siret });
    expect(await send({ ...organisation, siret: null })).toBe(422);
    // What the kind of account cannot have goes, said or not.
    expect(await send({ phone: recorded.phone })).toBe(200);
    expect(await held()).toEqual({ phone: recorded.phone });
  });

  it("take the example of the document, and say where another kind of account is", async () => {
    const { paths } = await apiDocument();
    const body = paths["/api/send/edit-profil"]!.post!.requestBody!;
    const { example } = body.content["application/json"]!;
    const { visitor } = await newMember();
    const answer = await visitor.visit(editProfileApi, "/", { json: example as object });
    expect(answer.status).toBe(200);
    const { type: _, ...untold } = example as Record<string, unknown>;
    const refused = await visitor.visit(editProfileApi, "/", { json: untold });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: "#/type" }] });
  });

  it("take another VAT number under the recorded regime, and refuse one under none", async () => {
    const { id, visitor } = await newMember();
    const { intent: _, ...call } = company;
    const send = async (fields: object) =>
      await visitor.visit(editProfileApi, "/", { json: { ...call, ...fields } });
    const vatNumber = "FR44732829320";
    for (const recorded of [{}, { vatRegime: "franchise" }]) {
      expect((await send(recorded)).status).toBe(200);
      const refused = await send({ vatNumber });
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ errors: [{ pointer: "#/vatRegime" }] });
      expect(await storedUser(id)).not.toHaveProperty("vatNumber");
    }
    expect((await send({ vatRegime: "assujetti", vatNumber: "FR83404833048" })).status).toBe(200);
    expect((await send({ vatNumber })).status).toBe(200);
    expect(await storedUser(id)).toMatchObject({ vatRegime: "assujetti", vatNumber });
  });

  it("take from another organisation what was the former one's: how it stands with VAT, and its SIREN", async () => {
    const { intent: _, ...call } = company;
    const vat = { vatRegime: "assujetti", vatNumber: "FR44732829320" } as const;
    const member = async () => {
      const { id, visitor } = await newMember();
      const send = async (fields: object) =>
        await visitor.visit(editProfileApi, "/", { json: { ...call, ...fields } });
      expect((await send({ ...vat, INSEE: "732829320" })).status).toBe(200);
      return { id, send };
    };
    const former = await member();
    const association = { role: "Association", RNA: "W691234567", siret: undefined };
    // A number under the former one's regime is one under none.
    expect((await former.send({ ...association, vatNumber: vat.vatNumber })).status).toBe(422);
    expect((await former.send(association)).status).toBe(200);
    const sold = await member();
    expect((await sold.send({ siret: "40483304800022" })).status).toBe(200);
    for (const { id } of [former, sold]) {
      for (const field of ["vatRegime", "vatNumber", "INSEE"]) {
        expect(await storedUser(id)).not.toHaveProperty(field);
      }
    }
    const same = await member();
    expect((await same.send({ name: "Anne" })).status).toBe(200);
    expect(await storedUser(same.id)).toMatchObject({ ...vat, INSEE: "732829320" });
  });

  it("refuse a SIREN that is not the SIRET's, be one of them recorded, but not one that is there already", async () => {
    const { intent: _, siret, ...call } = company;
    const { id, visitor } = await newMember();
    const send = async (fields: object) =>
      await visitor.visit(editProfileApi, "/", { json: { ...call, ...fields } });
    expect((await send({ siret, INSEE: "732829320" })).status).toBe(200);
    const association = { role: "Association", RNA: "W691234567" };
    expect((await send({ ...association, siret })).status).toBe(200);
    const refused = await send({ ...association, INSEE: "404833048" });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: "#/INSEE" }] });
    await UserModel.updateOne({ _id: new Types.ObjectId(id) }, { INSEE: "404833048" });
    expect((await send({ ...association, name: "Anne" })).status).toBe(200);
    expect(await storedUser(id)).toMatchObject({ INSEE: "404833048", name: "Anne" });
  });

  it("leave the picture when it is sent back as it was given", async () => {
    const { id, visitor } = await newMember();
    await upload(visitor, await picture());
    const before = (await storedUser(id))?.avatar?.toString();
    await visitor.visit(editProfileApi, "/api/send/edit-profil", {
      json: { ...payload, avatar: `/images/${before}/320.webp` },
    });
    expect((await storedUser(id))?.avatar?.toString()).toBe(before);
  });

  it.each([
    ["nobody", undefined, 401],
    ["another account", new Types.ObjectId().toString(), 403],
    ["no id", "1", 404],
    ["an operator", { $gt: "" }, 422],
  ])("refuse %s", async (kind, userId, status) => {
    const { id, visitor } = await newMember();
    const caller = kind === "nobody" ? new Visitor() : visitor;
    const json = {
      ...payload,
      userId,
      street: "1 rue",
      postalCode: "69003",
      city: "L",
      country: "France",
    };
    for (const [handler, path] of [
      [editProfileApi, "/api/send/edit-profil"],
      [editAddressApi, "/api/send/edit-address"],
    ] as const) {
      expect((await caller.visit(handler, path, { json })).status).toBe(status);
    }
    expect(await storedUser(id)).not.toHaveProperty("street");
  });

  it("let an administrator edit another's address", async () => {
    const { id } = await newMember();
    const admin = await newMember({ isAdmin: true });
    const json = {
      userId: id,
      street: "1 rue",
      postalCode: "69003",
      city: "Lyon",
      country: "France",
    };
    const response = await admin.visitor.visit(editAddressApi, "/api/send/edit-address", { json });
    expect(await response.json()).toMatchObject({ success: true, user: { _id: id, city: "Lyon" } });
  });

  it("say which rule was broken", async () => {
    const { visitor } = await newMember();
    const response = await visitor.visit(editProfileApi, "/api/send/edit-profil", {
      json: { ...payload, dateOfBirth: "" },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ message: INCOMPLETE });
  });
});
