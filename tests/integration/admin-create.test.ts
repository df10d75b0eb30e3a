import { beforeEach, describe, expect, it, vi } from "vitest";
import { Types } from "mongoose";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { UserModel } from "@models/user";
import { formatInstant } from "~/platform/days";
import { TERMS_SINCE } from "~/rules/terms";
import { action as createAdminPage } from "~/routes/admin/create-account/admin";
import { action as createMasterPage } from "~/routes/admin/create-account/master-c";
import { action as createUserPage } from "~/routes/admin/create-account/user";
import { action as createAdminCall } from "~/routes/api/admin/create-admin";
import { action as createMasterCall } from "~/routes/api/admin/create-master";
import { action as createUserCall } from "~/routes/api/admin/create-user";
import { loader as checkAuth } from "~/routes/api/auth/check-auth";
import { loader as myRequestsCall } from "~/routes/api/location/get-my-requests";
import { action as acceptTerms, loader as termsPage } from "~/routes/conditions";
import { action as login } from "~/routes/connexion";
import { action as choosePassword } from "~/routes/reinitialisation-mot-de-passe/$token";
import { action as askForReset } from "~/routes/reinitialiser-mot-de-passe";
import { lastMailTo } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const locationOf = ({ headers }: Response) => headers.get("location");
const acts = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act }) => act);
const mailsTo = async (to: string) => await MailModel.find({ to }).sort({ createdAt: 1 }).lean();

describe("making an account for somebody", () => {
  const person = {
    type: "Entités privés",
    role: "Particulier",
    name: "Maëlle",
    lastname: "Le Goff",
    email: "Maelle.LeGoff@Exemple.fr",
    street: "3 rue des Lilas",
    postalCode: "35000",
    city: "Rennes",
    country: "France",
    dateOfBirth: "12/03/1990",
  };
  const authority = {
    ...person,
    type: "Collectivité",
    role: "",
    natureOfCollectivity: "Commune",
    entityName: "Ville de Rennes",
    siret: "732 829 320 00074",
    INSEE: "732829320",
    phone: "02 99 00 00 00",
    email: "mairie@rennes.example",
  };

  it("sends a link by which the person chooses a password and can log in", async () => {
    const { visitor } = await newAdmin();
    const made = await visitor.visit(createUserPage, "/admin/create-account/user", {
      form: person,
    });
    expect(made.headers.get("location")).toBe("/admin");
    const user = await UserModel.findOne({ email: "maelle.legoff@exemple.fr" }).lean();
    expect(user).toMatchObject({ isAdmin: false, isVerified: true, dateOfBirth: "1990-03-12" });
    const [mail] = await mailsTo("maelle.legoff@exemple.fr");
    expect(mail?.text).toContain(`valable jusqu’au ${formatInstant(user!.reset!.expiresAt)} et`);
    expect(mail?.text).toContain("pendant 30\u00a0jours encore");
    expect(mail?.text).toContain("sans mot de passe, personne ne peut se connecter");
    const token = /reinitialisation-mot-de-passe\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const newcomer = new Visitor();
    const chosen = { password: "Lilas-1990-bleu", passwordConfirmation: "Lilas-1990-bleu" };
    const set = await newcomer.visit(choosePassword, `/reinitialisation-mot-de-passe/${token}`, {
      form: { ...chosen, CGU: "on" },
      params: { token },
    });
    expect(set.status).toBe(303);
    const entered = await newcomer.visit(login, "/connexion", {
      form: { email: "maelle.legoff@exemple.fr", password: chosen.password },
    });
    expect(entered.headers.get("location")).toBe("/");
    expect((await newcomer.context().session.viewer())?.isVerified).toBe(true);
  });

  it("sends a link that nobody shortens who asks for another one at the address", async () => {
    const { visitor } = await newAdmin();
    await visitor.visit(createUserPage, "/admin/create-account/user", { form: person });
    const invited = { email: "maelle.legoff@exemple.fr" };
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await UserModel.updateOne(invited, { $set: { "reset.sentAt": anHourAgo } });
    const reset = async () => (await UserModel.findOne(invited).orFail().lean()).reset!;
    const before = await reset();
    await new Visitor().visit(askForReset, "/reinitialiser-mot-de-passe", { form: invited });
    expect(await reset()).toEqual({ ...before, sentAt: expect.any(Date) as Date });
    expect((await reset()).sentAt.getTime()).toBeGreaterThan(before.sentAt.getTime());
    const { text } = await lastMailTo(invited.email);
    expect(text).toContain(`valable jusqu’au ${formatInstant(before.expiresAt)}`);
  });

  it("is made with another tag where one is taken, which is tried five times", async () => {
    const { visitor, actor } = await newAdmin();
    const make = (email: string) =>
      visitor.visit(createUserPage, "/admin/create-account/user", { form: { ...person, email } });
    const create = vi.spyOn(UserModel, "create");
    /** As it comes from the engine. */
    const taken = (times: number) => {
      create.mockClear();
      const again = { _id: new Types.ObjectId(actor.id) };
      for (let time = 0; time < times; time += 1)
        create.mockImplementationOnce(() => UserModel.collection.insertOne(again) as never);
    };
    taken(4);
    expect((await make("a@exemple.fr")).status).toBe(303);
    taken(5);
    expect((await make("b@exemple.fr")).status).toBe(500);
    expect(create).toHaveBeenCalledTimes(5);
    create.mockRestore();
    expect(await acts()).toEqual(["user.create"]);
  });

  it("makes a master with its code, and an administrator", async () => {
    const { visitor } = await newAdmin();
    await visitor.visit(createMasterPage, "/admin/create-account/master-c", { form: authority });
    const master = await UserModel.findOne({ email: "mairie@rennes.example" }).lean();
    expect(master).toMatchObject({ masterStatus: "validated", siret: "73282932000074" });
    expect(master?.spondorshipCode).toHaveLength(8);
    const form = { name: "Malik", lastname: "Diarra", email: "malik@exemple.fr" };
    const make = async (said: Record<string, string>) => {
      const sent = { ...form, adminRole: "super-admin", ...said };
      const path = "/admin/create-account/admin";
      return (await visitor.visit(createAdminPage, path, { form: sent })).status;
    };
    expect([await make({}), await make({ currentPassword: "pas celui-là" })]).toEqual([422, 422]);
    expect(await UserModel.countDocuments({ email: form.email })).toBe(0);
    expect(await make({ currentPassword: OFFICE_PASSWORD })).toBe(303);
    const [entry] = await AuditEntryModel.find().sort({ seq: -1 }).lean();
    expect(entry?.after).toBe("Administration, Super-admin");
    expect(await UserModel.findOne({ email: "malik@exemple.fr" }).lean()).toMatchObject({
      isAdmin: true,
      isVerified: true,
    });
    expect(await acts()).toEqual(["user.create", "user.create"]);
  });

  it.each([
    [{ ...person, city: "" }, "city", "Veuillez remplir tous les champs obligatoires."],
    [
      { ...person, country: "Belgique" },
      "country",
      "Veuillez renseigner une adresse située en France",
    ],
    [
      { ...person, dateOfBirth: "" },
      "dateOfBirth",
      "Veuillez remplir tous les champs obligatoires.",
    ],
    [
      { ...person, role: "Entreprise", entityName: "X" },
      "siret",
      "Veuillez remplir tous les champs obligatoires.",
    ],
    [
      { ...person, role: "Association", entityName: "X" },
      "RNA",
      "Veuillez remplir tous les champs obligatoires.",
    ],
    [{ ...authority, phone: "" }, "phone", "Veuillez remplir tous les champs obligatoires."],
    [
      { ...authority, INSEE: "123" },
      "INSEE",
      "Veuillez entrer un numéro INSEE valide (9 chiffres).",
    ],
  ])("asks for what the kind needs: %#", async (form, field, message) => {
    const { visitor } = await newAdmin();
    const response = await visitor.visit(createUserPage, "/admin/create-account/user", { form });
    expect(response.status).toBe(422);
    const { fieldErrors } = (await response.json()) as { fieldErrors: Record<string, string> };
    expect(fieldErrors[field]).toBe(message);
    expect(await UserModel.countDocuments({ isAdmin: false })).toBe(0);
  });

  it.each([
    ["/api/admin/create-user", createUserCall, person],
    ["/api/admin/create-master", createMasterCall, authority],
    ["/api/admin/create-admin", createAdminCall, { name: "Malik", lastname: "Diarra" }],
  ])("refuses a password that is the e-mail, by %s", async (path, call, fields) => {
    const { visitor } = await newAdmin();
    const email = "Malik@Exemple.fr";
    const json = { ...fields, email, password: email.toLowerCase() };
    const response = await visitor.visit(call, path, { json });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { message: "Le mot de passe doit être différent de l’adresse e-mail." },
    ]);
    expect(await UserModel.countDocuments({ isAdmin: false })).toBe(0);
    expect(await acts()).toEqual([]);
  });

  it("says that a password was given with it, and whom to ask", async () => {
    const { visitor } = await newAdmin();
    const json = { ...person, type: "Entités privés", password: "Lilas-1990-bleu" };
    const made = await visitor.visit(createUserCall, "/api/admin/create-user", { json });
    expect(made.status).toBe(200);
    const [mail] = await mailsTo("maelle.legoff@exemple.fr");
    expect(mail?.text).toContain("Il a déjà un mot de passe, choisi par qui l’a créé.");
    expect(mail?.text).toContain("Écrivez-nous");
    expect(mail?.text).not.toContain("sans mot de passe");
  });

  it("asks who logs in by a password that the office gave to accept the conditions first", async () => {
    const { visitor } = await newAdmin();
    const email = "maelle.legoff@exemple.fr";
    const password = "Lilas-1990-bleu";
    const json = { ...person, type: "Entités privés", password };
    await visitor.visit(createUserCall, "/api/admin/create-user", { json });
    const newcomer = new Visitor();
    const enter = (path: string) =>
      newcomer.visit(login, path, { form: { email, password } }).then(locationOf);
    const page = "/conditions?vers=%2Fmes-demandes";
    expect(await enter("/connexion?vers=/mes-demandes")).toBe(page);
    const called = await newcomer.visit(myRequestsCall, "/api/location/get-my-requests");
    expect([called.status, await called.json()]).toMatchObject([
      403,
      {
        type: expect.stringMatching(/#terms_awaited$/) as string,
        message:
          "Ce compte n’a pas encore accepté nos conditions\u00a0: connectez-vous sur le site pour les lire et les accepter.",
      },
    ]);
    expect((await newcomer.visit(checkAuth, "/api/auth/check-auth")).status).toBe(200);
    expect((await newcomer.visit(termsPage, page)).status).toBe(200);
    const refused = await newcomer.visit(acceptTerms, page, { form: {} });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { fieldErrors: { CGU: "Veuillez accepter les C.G.U." } },
    ]);
    const stored = () => UserModel.findOne({ email }, "termsAcceptedAt termsVersion").lean();
    expect((await stored())?.termsAcceptedAt).toBeUndefined();
    const accepted = await newcomer.visit(acceptTerms, page, { form: { CGU: "on" } });
    expect([accepted.status, locationOf(accepted)]).toEqual([303, "/mes-demandes"]);
    const first = await stored();
    expect(first).toMatchObject({
      termsAcceptedAt: expect.any(Date) as Date,
      termsVersion: TERMS_SINCE,
    });
    await newcomer.visit(acceptTerms, page, { form: { CGU: "on" } });
    expect(await stored()).toEqual(first);
    const again = await newcomer.visit(myRequestsCall, "/api/location/get-my-requests");
    expect(again.status).toBe(200);
    await expect(newcomer.visit(termsPage, page)).rejects.toMatchObject({ status: 303 });
    expect(await enter("/connexion")).toBe("/");
  });

  it("asks no administrator, who is no customer, and sends who is nobody to the login", async () => {
    const { visitor } = await newAdmin({ termsAcceptedAt: undefined });
    expect((await visitor.context().session.viewer())?.asksTerms).toBe(false);
    const sent = await new Visitor()
      .visit(termsPage, "/conditions")
      .catch((thrown: unknown) => thrown);
    expect(locationOf(sent as Response)).toBe("/connexion");
    const unknown = await new Visitor().visit(acceptTerms, "/conditions", { form: { CGU: "on" } });
    expect(unknown.status).toBe(401);
  });

  it("takes the place of a signup that nobody ever verified", async () => {
    const email = "maelle.legoff@exemple.fr";
    const signup = await createUser({ email, isVerified: false });
    const { visitor } = await newAdmin();
    const made = await visitor.visit(createUserPage, "/admin/create-account/user", {
      form: person,
    });
    expect(made.headers.get("location")).toBe("/admin");
    const [user, ...others] = await UserModel.find({ email }).lean();
    expect([user?.isVerified, others]).toEqual([true, []]);
    expect(user!._id).not.toEqual(signup._id);
  });

  it.each([
    ["/admin/create-account/user", createUserPage, person, person.email],
    ["/admin/create-account/master-c", createMasterPage, authority, authority.email],
    [
      "/admin/create-account/admin",
      createAdminPage,
      { name: "Malik", lastname: "Diarra", adminRole: "support", currentPassword: OFFICE_PASSWORD },
      "malik@exemple.fr",
    ],
  ])("is done once where the answer was lost, by %s", async (path, page, fields, email) => {
    const press = async ({ visitor }: Administrator, said = {}) =>
      (await visitor.visit(page, path, { form: { ...fields, email, ...said } })).status;
    const officer = await newAdmin();
    expect([await press(officer), await press(officer)]).toEqual([303, 303]);
    expect(await UserModel.countDocuments({ name: fields.name })).toBe(1);
    expect(await mailsTo(email.toLowerCase())).toHaveLength(1);
    expect(await acts()).toEqual(["user.create"]);
    expect(await press(officer, { lastname: "Martin" })).toBe(409);
    expect(await press(await newAdmin())).toBe(409);
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await AuditEntryModel.collection.updateOne({}, { $set: { at: longAgo } });
    expect(await press(officer)).toBe(409);
  });

  it("is the same account by a call that is made again, with the same password", async () => {
    const { visitor } = await newAdmin();
    const make = async (password: string) =>
      await visitor.visit(createUserCall, "/api/admin/create-user", {
        json: { ...person, dateOfBirth: "1990-03-12", password },
      });
    const first = await make("Lilas-1990-bleu");
    const again = await make("Lilas-1990-bleu");
    expect([again.status, await again.json()]).toEqual([first.status, await first.json()]);
    expect((await make("Lilas-1990-rouge")).status).toBe(409);
  });

  it("refuses an address that has an account", async () => {
    const { visitor } = await newAdmin();
    await createUser({ email: "maelle.legoff@exemple.fr" });
    const response = await visitor.visit(createUserPage, "/admin/create-account/user", {
      form: person,
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      fieldErrors: { email: "Un compte existe déjà à cette adresse e-mail." },
    });
    expect(await acts()).toEqual([]);
  });
});
