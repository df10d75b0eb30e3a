import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { ContactMessageModel } from "@models/contact-message";
import type { PrivacyKind } from "@models/enumerations";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { UserModel } from "@models/user";
import { ReportModel } from "@models/report";
import { TaxFactsModel } from "@models/tax-facts";
import { SavedFilterModel } from "@models/saved-filter";
import { listCases } from "~/admin/cases/list-cases.server";
import {
  checkIdentity,
  extendRequest,
  fulfilRequest,
  refuseRequest,
} from "~/admin/privacy/answer-request.server";
import { eraseForRequest } from "~/admin/privacy/erase-for-request.server";
import { privacyFile } from "~/admin/privacy/privacy-file.server";
import { decisionWords } from "~/admin/privacy/privacy-decisions.server";
import { erasurePreview, privacyRecord } from "~/admin/privacy/privacy-record.server";
import { recordRequest, requestOfMessage } from "~/admin/privacy/record-request.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { forgetPrivacyRequests } from "~/offboarding/forget-privacy-requests.server";
import {
  addDays,
  addMonths,
  formatDay,
  parisMidnight,
  parisNoon,
  todayInParis,
} from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { action as signup } from "~/routes/inscription";
import { action as confirm } from "~/routes/admin/confirmation";
import { loader as copy } from "~/routes/admin/droits/$id/donnees";
import { action as newPage } from "~/routes/admin/droits/nouvelle";
import { signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { personalData, whole } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

useDatabase();

const now = new Date();
const today = todayInParis(now);
const stranger = "lucie.ferrand@exemple.fr";

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const acts = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act }) => act);
const lastMail = async (to: string) => await MailModel.findOne({ to }).sort({ _id: -1 }).lean();
const stored = async (id: string): Promise<PrivacyRequest> => {
  const request = await PrivacyRequestModel.findById(id).lean();
  if (!request) throw new Error(`No request ${id}`);
  return request;
};

let office: Administrator;
const PRIVACY = { nature: "privacy", charge: "", page: 1 } as const;

beforeEach(async () => {
  await emptyDatabase();
  office = await newAdmin();
});

const recorded = async (
  kind: PrivacyKind,
  fields: Partial<Parameters<typeof recordRequest>[0]> = {},
) =>
  await recordRequest({
    ...{ actor: office.actor, kind, email: stranger, channel: "letter", receivedOn: today, now },
    ...{ identity: "address", ...fields },
  });
const treat = (requestId: string) => ({ actor: office.actor, requestId, now });
const erasing = (requestId: string) =>
  eraseForRequest({ ...treat(requestId), password: OFFICE_PASSWORD, cancelComing: false });
const written = async () => {
  const { _id } = await ContactMessageModel.create({
    ...{ type: "Autre", email: stranger, name: "Lucie", lastname: "Ferrand" },
    ...{ description: "Que gardez-vous sur moi\u00a0?", createdAt: now },
  });
  return _id.toString();
};

describe("a request", () => {
  it("is recorded once, with a month to answer, and the person is told", async () => {
    const user = await createUser();
    const receivedOn = addDays(today, -9);
    const id = await recorded("access", { email: user.email, receivedOn });
    expect(await recorded("access", { email: user.email, receivedOn })).toBe(id);
    expect(await stored(id)).toMatchObject({
      dueOn: addMonths(receivedOn, 1),
      user: user._id,
      identity: "address",
    });
    expect((await lastMail(user.email))?.subject).toBe(
      "Votre demande sur vos données est enregistrée",
    );
    // By hours: in the first one of a day after the clocks went forward nine days are eight.
    const { groups } = await listCases(office.id, PRIVACY, parisNoon(today));
    expect(groups[0]?.cases).toMatchObject([{ age: "9\u00a0jours", href: `/admin/droits/${id}` }]);
    expect(groups[0]?.cases[0]?.deadline).toMatch(/\(dans \d+\u00a0jours\)$/);
    expect(await acts()).toEqual(["privacy.record", "privacy.identity"]);
  });

  it("is refused with its fields when it is wrong, and when its day is to come", async () => {
    const form = { kind: "access", email: stranger, channel: "letter" };
    const send = async (fields: object) =>
      await office.visitor.visit(newPage, "/admin/droits/nouvelle", {
        form: { ...form, ...fields },
      });
    expect((await send({ receivedOn: "31/02/2026x" })).status).toBe(422);
    expect((await send({ receivedOn: addDays(today, 1) })).status).toBe(422);
    expect((await send({ receivedOn: today, kind: "tout" })).status).toBe(422);
    expect(await PrivacyRequestModel.countDocuments()).toBe(0);
    expect((await send({ receivedOn: today })).status).toBe(303);
  });

  it("is made of a message by one press, and by a second one not again", async () => {
    const messageId = await written();
    const press = () => requestOfMessage({ actor: office.actor, messageId, kind: "erasure", now });
    const id = await press();
    expect(await press()).toBe(id);
    expect(await stored(id)).toMatchObject({
      ...{ kind: "erasure", channel: "contact", email: stranger, name: "Lucie Ferrand" },
      ...{ receivedOn: today, details: "Que gardez-vous sur moi\u00a0?" },
    });
    expect(await ContactMessageModel.countDocuments({ status: true })).toBe(1);
  });

  it("is refused of a message that is a request of another right, and says so", async () => {
    const messageId = await written();
    const press = (kind: "erasure" | "access") =>
      requestOfMessage({ actor: office.actor, messageId, kind, now });
    const id = await press("erasure");
    expect(await codeOf(press("access"))).toBe("privacy_other_right");
    expect(await press("erasure")).toBe(id);
    expect(await acts()).toEqual(["privacy.record"]);
  });

  it("has what a second message of its day says, and what was not known before", async () => {
    const first = await written();
    const second = await written();
    const words = "Et mes réservations\u00a0?";
    await ContactMessageModel.updateOne({ _id: second }, { description: words });
    const made = (messageId: string) =>
      requestOfMessage({ actor: office.actor, messageId, kind: "access", now });
    const id = await made(first);
    for (const messageId of [second, second, first]) expect(await made(messageId)).toBe(id);
    const details = `Que gardez-vous sur moi\u00a0?\n\n${words}`;
    expect(await stored(id)).toMatchObject({ details, name: "Lucie Ferrand" });
    expect(await acts()).toEqual(["privacy.record", "privacy.record"]);
    expect(await recorded("access", { name: "L. F.", details: words })).toBe(id);
    expect(await stored(id)).toMatchObject({ details, name: "Lucie Ferrand", identity: "address" });
    const [last, ...others] = (await AuditEntryModel.find().sort({ seq: -1 }).lean()).map(
      ({ act, after }) => [act, after],
    );
    expect(last).toEqual(["privacy.identity", "La personne a répondu depuis son adresse"]);
    expect(others.map(([act]) => act)).toEqual(Array(3).fill("privacy.record"));
    expect(await MailModel.countDocuments({ to: stranger })).toBe(1);
  });

  it("that was answered is no other one by the press of a message that it has", async () => {
    const [first, second, later] = [await written(), await written(), await written()];
    await ContactMessageModel.updateOne(
      { _id: second },
      { description: "Et mes réservations\u00a0?" },
    );
    await ContactMessageModel.updateOne({ _id: later }, { description: "Et mes avis\u00a0?" });
    const made = (messageId: string) =>
      requestOfMessage({ actor: office.actor, messageId, kind: "objection", now });
    const id = await made(first);
    expect(await made(second)).toBe(id);
    await refuseRequest({ ...treat(id), why: "Rien de tel n’est fait" });
    const answered = await stored(id);
    for (const messageId of [second, first]) expect(await made(messageId)).toBe(id);
    expect(await stored(id)).toEqual(answered);
    // What it has nothing of asks anew.
    expect(await made(later)).not.toBe(id);
  });

  it("has what is asked again in a part of its words", async () => {
    const id = await recorded("access", { details: "Effacez mes avis et mes messages." });
    expect(await recorded("access", { details: "mes messages" })).toBe(id);
    const details = "Effacez mes avis et mes messages.\n\nmes messages";
    expect(await stored(id)).toMatchObject({ details });
  });

  it.each([
    ["the same words, with which nobody dealt", "Que gardez-vous sur moi\u00a0?", false],
    ["a part of its words", "sur moi", true],
  ])("that was answered is not that of a message with %s", async (_, description, status) => {
    const made = (messageId: string) =>
      requestOfMessage({ actor: office.actor, messageId, kind: "objection", now });
    const id = await made(await written());
    await refuseRequest({ ...treat(id), why: "Rien de tel n’est fait" });
    const another = await written();
    await ContactMessageModel.updateOne({ _id: another }, { description, status });
    expect(await made(another)).not.toBe(id);
  });

  it("is given two months more once, within the first month, with the reason told", async () => {
    const id = await recorded("access");
    await extendRequest({ ...treat(id), why: "Des archives sur papier" });
    expect((await stored(id)).dueOn).toBe(addMonths(today, 3));
    expect((await lastMail(stranger))?.text).toContain("Des archives sur papier");
    expect(await codeOf(extendRequest({ ...treat(id), why: "x" }))).toBe("privacy_extended");
    const late = await recorded("access", { receivedOn: addDays(today, -40) });
    expect(await codeOf(extendRequest({ ...treat(late), why: "x" }))).toBe("privacy_late");
    expect(await listCases(office.id, PRIVACY, now)).toMatchObject({ total: 2, late: 1 });
  });

  it("is refused with a reason and the ways to complain, once", async () => {
    const id = await recorded("objection", { identity: undefined });
    await refuseRequest({ ...treat(id), why: "Rien de tel n’est fait" });
    const mail = await lastMail(stranger);
    expect(mail?.text).toContain("Rien de tel n’est fait");
    expect(mail?.text).toContain("CNIL");
    expect(await codeOf(refuseRequest({ ...treat(id), why: "x" }))).toBe("privacy_closed");
    expect(await acts()).toEqual(["privacy.record", "privacy.refuse"]);
    expect(await listCases(office.id, PRIVACY, now)).toMatchObject({ total: 0 });
    const refused = await recorded("access");
    await refuseRequest({ ...treat(refused), why: "x" });
    expect(await codeOf(privacyFile(refused, now))).toBe("privacy_closed");
  });
});

describe("a copy of the data", () => {
  it("is a look that its person is told of, each time that it is taken", async () => {
    const user = await createUser();
    const id = await recorded("access", { email: user.email });
    const take = () =>
      office.visitor.visit(copy, `/admin/droits/${id}/donnees`, { params: { id } });
    // The password is asked for first, and nothing was looked at yet.
    expect((await take()).status).toBe(303);
    expect((await personalData(user._id.toString(), now)).looks).toEqual([]);
    const form = { currentPassword: OFFICE_PASSWORD };
    expect((await office.visitor.visit(confirm, "/admin/confirmation", { form })).status).toBe(303);
    for (const times of [1, 2]) {
      expect((await take()).status).toBe(200);
      const { looks } = await personalData(user._id.toString(), now);
      expect(looks.map(({ kind }) => kind)).toEqual(Array(times).fill("privacy"));
    }
    expect(await acts()).toEqual([
      "privacy.record",
      "privacy.identity",
      "list.export",
      "list.export",
    ]);
  });

  it("waits for the identity, and is the file of the account's own settings", async () => {
    const user = await createUser();
    const id = await recorded("access", { email: user.email, identity: undefined });
    const answer = "Voici tout.";
    expect(await codeOf(fulfilRequest({ ...treat(id), answer }))).toBe("privacy_identity");
    expect(await codeOf(privacyFile(id, now))).toBe("privacy_identity");
    await checkIdentity({ ...treat(id), identity: "document" });
    expect(await whole(await privacyFile(id, now))).toEqual(
      await personalData(user._id.toString(), now),
    );
    await fulfilRequest({ ...treat(id), answer });
    expect((await lastMail(user.email))?.text).toContain("/mes-parametres/mon-compte#donnees");
    expect(await stored(id)).toMatchObject({ outcome: "fulfilled", answer });
  });

  it("without an account is what was left under the address", async () => {
    await written();
    const id = await recorded("access");
    await fulfilRequest({ ...treat(id), answer: "Voici tout." });
    const mail = await lastMail(stranger);
    expect(mail?.text).toContain("Que gardez-vous sur moi\u00a0?");
    expect(mail?.text).not.toContain("#donnees");
  });

  it("says that a closed account's address is kept until January, and so does an erasure", async () => {
    const statements = { to: stranger, first: "2027", last: "2028" };
    await TaxFactsModel.create({ _id: new Types.ObjectId(), keptAt: now, statements });
    const kept = "Nous gardons cette adresse pour cela seul, jusqu’en janvier 2029";
    const access = await recorded("access");
    await MailModel.deleteMany({ to: stranger });
    const record = await privacyRecord(access, now);
    const words = decisionWords("satisfaire", record, true).consequences[0];
    expect(words).toContain(
      "adresse d’un compte fermé, gardée jusqu’au relevé de janvier 2029, ou de février si l’e-mail de janvier n’a pas pu être remis.",
    );
    expect(record.erasable).toBeNull();
    expect(await whole(await privacyFile(access, now))).toMatchObject({ statements: [statements] });
    await fulfilRequest({ ...treat(access), answer: "Voici tout." });
    expect((await lastMail(stranger))?.text).toContain(kept);
    await erasing(await recorded("erasure"));
    const last = await lastMail(stranger);
    expect(last?.subject).toBe("Vos données sont effacées");
    expect(last?.text).toContain(kept);
    expect(await TaxFactsModel.countDocuments({ "statements.to": stranger })).toBe(1);
  });

  it("names no account in what was reported by an address without one: whoever typed it was logged in to their own", async () => {
    const about = { kind: "venue", target: new Types.ObjectId(), reason: "trompeur" } as const;
    const reporter = new Types.ObjectId();
    await ReportModel.create({ ...about, text: "Photos d’un autre.", email: stranger, reporter });
    const { reports } = await whole(await privacyFile(await recorded("access"), now));
    expect(reports).toMatchObject([{ email: stranger }]);
    expect(JSON.stringify(reports)).not.toContain(reporter.toString());
  });

  it("is announced in a sentence, also where nothing is kept", async () => {
    const id = await recorded("access");
    const said = async () =>
      decisionWords("satisfaire", await privacyRecord(id, now), true).consequences;
    expect((await said())[0]).toMatch(
      / ce qui est gardé à cette adresse\u00a0: 1\u00a0e-mail envoyé\.$/,
    );
    await MailModel.deleteMany({ to: stranger });
    expect((await said())[0]).toBe("L’e-mail dit que rien n’est gardé à cette adresse.");
  });
});

describe("an erasure", () => {
  it("closes the account by its own guards, and forgets who asked", async () => {
    const owner = await createOwner();
    const buyer = await createUser();
    const venue = await createVenue(owner);
    await createReservation({ venue, buyer, status: "confirmed", startDate: addDays(today, 40) });
    const id = await recorded("erasure", { email: buyer.email });
    expect(await codeOf(fulfilRequest({ ...treat(id), answer: "Fait." }))).toBe("privacy_erases");
    expect(await codeOf(erasing(id))).toBe("reservations_left");
    expect((await stored(id)).outcome).toBeUndefined();
    expect((await storedUser(buyer._id.toString()))?.deletedAt).toBeUndefined();
  });

  it("ends with the account, keeps nothing that names the person, and is done once", async () => {
    const user = await createUser();
    const id = await recorded("erasure", { email: user.email, name: "Lucie", details: "Tout" });
    const other = await recorded("access", { email: user.email });
    expect(
      await codeOf(
        eraseForRequest({ ...treat(id), password: "pas celui-là", cancelComing: false }),
      ),
    ).toBe("wrong_password");
    await erasing(id);
    expect((await storedUser(user._id.toString()))?.deletedAt).toBeDefined();
    const request = await stored(id);
    expect(request.outcome).toBe("fulfilled");
    for (const field of ["email", "name", "details", "answer"]) {
      expect(request).not.toHaveProperty(field);
    }
    expect((await stored(other)).outcome).toBe("moot");
    expect((await lastMail(user.email))?.subject).toBe("Votre compte est supprimé");
    expect(await codeOf(erasing(id))).toBe("privacy_closed");
    expect((await acts()).slice(4)).toEqual(["user.delete", "privacy.fulfil"]);
  });

  it("ends an appeal that nobody has answered: the person asks for it, who is told before and in the last mail", async () => {
    const user = await createUser();
    const own = { kind: "account", target: user._id, person: user._id } as const;
    const { _id } = await ModerationDecisionModel.create({
      ...{ ...own, measure: "bannir", why: "Fraude", admin: office.user._id, at: now },
      appeal: { text: "Ce n’était pas moi.", at: now },
    });
    const id = await recorded("erasure", { email: user.email });
    const shown = await rendered(office.visitor, `/admin/droits/${id}/effacer`);
    expect(await shown.text()).toContain(`Son recours du ${formatDay(today)}`);
    await erasing(id);
    expect(await ModerationDecisionModel.findById(_id).lean()).not.toHaveProperty("appeal");
    const { text } = (await lastMail(user.email))!;
    expect(text).toContain(`votre recours du ${formatDay(today)}`);
    expect(text).not.toMatch(/votre demande du \S+ d’effacement de vos données/);
  });

  it("says before what else it ends of a signup that nobody proved: whose request it is was", async () => {
    const { email } = await createUser({ isVerified: false });
    const id = await recorded("erasure", { email });
    const other = await recorded("access", { email });
    const shown = await (await rendered(office.visitor, `/admin/droits/${id}/effacer`)).text();
    expect(shown).toContain(`Accès aux données, demande du ${formatDay(today)}`);
    expect(shown).not.toContain("Effacement, demande du");
    await erasing(id);
    expect((await stored(other)).outcome).toBe("moot");
  });

  it("erases nothing that a colleague refuses while it is done", async () => {
    const user = await createUser();
    const id = await recorded("erasure", { email: user.email });
    const colleague = (await newAdmin()).actor;
    const refused = refuseRequest({ ...treat(id), actor: colleague, why: "Doute" });
    const told = await Promise.all([codeOf(erasing(id)), codeOf(refused)]);
    expect(told.filter((one) => one === "done")).toHaveLength(1);
    const isErased = (await storedUser(user._id.toString()))?.deletedAt !== undefined;
    expect([isErased, (await stored(id)).outcome]).toEqual(
      told[0] === "done" ? [true, "fulfilled"] : [false, "refused"],
    );
  });

  it("takes an address without an account off all that was left under it", async () => {
    await written();
    await ReportModel.create({
      ...{ kind: "venue", target: office.user._id, reason: "autre", text: "Faux" },
      ...{ email: stranger, createdAt: now },
    });
    const id = await recorded("erasure");
    await erasing(id);
    expect(await ContactMessageModel.countDocuments({ email: stranger })).toBe(0);
    expect(await ReportModel.countDocuments({ email: stranger })).toBe(0);
    expect(await stored(id)).not.toHaveProperty("email");
    const mails = await MailModel.find({ to: stranger }).lean();
    expect(mails.map(({ subject }) => subject)).toEqual(["Vos données sont effacées"]);
  });

  it("takes away the filters that administrators keep by the address", async () => {
    const kept = { admin: office.user._id, list: "/admin/contact" };
    await SavedFilterModel.create([
      { ...kept, name: "Elle", path: "/admin/contact?email=Lucie.Ferrand%40exemple.fr" },
      { ...kept, name: stranger, path: "/admin/contact?etat=terminer" },
      { ...kept, name: "Exemple", path: "/admin/contact?email=%40exemple.fr" },
    ]);
    await erasing(await recorded("erasure"));
    expect(await SavedFilterModel.distinct("name")).toEqual(["Exemple"]);
  });

  it("takes the address off all with a signup that nobody proved, too", async () => {
    await createUser({ email: stranger, isVerified: false });
    await written();
    const id = await recorded("erasure");
    await erasing(id);
    expect(await UserModel.countDocuments({ email: stranger })).toBe(0);
    expect(await ContactMessageModel.countDocuments({ email: stranger })).toBe(0);
    expect(await stored(id)).toMatchObject({ outcome: "fulfilled" });
    const mails = await MailModel.find({ to: stranger }).lean();
    expect(mails.map(({ subject }) => subject)).toEqual(["Votre compte est supprimé"]);
  });

  it("by the person's own closing ends it too", async () => {
    const user = await createUser();
    const id = await recorded("erasure", { email: user.email });
    await closeAccount(user._id.toString(), now);
    expect(await stored(id)).toMatchObject({ outcome: "fulfilled" });
  });
});

describe("what else an address has asked for", () => {
  it("ends when the address is forgotten, and waits for nobody any more", async () => {
    const access = await recorded("access");
    const twice = await recorded("erasure", { receivedOn: addDays(today, -3) });
    const erasure = await recorded("erasure");
    const { ended, departure } = await erasurePreview(erasure, now);
    expect({ ended, departure }).toEqual({
      ended: [`Accès aux données, demande du ${formatDay(today)}`],
      departure: null,
    });
    const page = await rendered(office.visitor, `/admin/droits/${erasure}/effacer`);
    expect(await page.text()).toContain(`prend fin sans réponse\u00a0: ${ended[0]}.`);
    await erasing(erasure);
    expect((await lastMail(stranger))?.text).toContain(
      `prend fin du même coup\u00a0: votre demande du ${formatDay(today)} d’accès à vos données.`,
    );
    expect(await stored(access)).toMatchObject({ outcome: "moot", closedAt: now });
    expect(await stored(twice)).toMatchObject({ outcome: "fulfilled", closedAt: now });
    for (const id of [access, twice]) expect(await stored(id)).not.toHaveProperty("email");
    expect(await listCases(office.id, PRIVACY, now)).toMatchObject({ total: 0 });
  });

  it("ends with an account that was made after it", async () => {
    const access = await recorded("access");
    const user = await createUser({ email: stranger });
    await closeAccount(user._id.toString(), now);
    expect(await stored(access)).toMatchObject({ outcome: "moot", closedAt: now });
    expect(await listCases(office.id, PRIVACY, now)).toMatchObject({ total: 0 });
  });

  it("keeps the answer that it had", async () => {
    const access = await recorded("access");
    const before = addDays(today, -1);
    await refuseRequest({ ...treat(access), now: parisMidnight(before), why: "x" });
    await erasing(await recorded("erasure"));
    expect(await stored(access)).toMatchObject({
      outcome: "refused",
      closedAt: parisMidnight(before),
    });
  });
});

describe("an account that has another address since its request", () => {
  const moved = async () => {
    const user = await createUser({ email: stranger });
    const [erasure, access] = [await recorded("erasure"), await recorded("access")];
    await UserModel.updateOne({ _id: user._id }, { $set: { email: "lucie@exemple.fr" } });
    await written();
    return { id: user._id.toString(), erasure, access };
  };

  it("is the one that is handed out and closed, with what was left there, though a stranger signed up with it", async () => {
    const { id, erasure, access } = await moved();
    const other = await createUser({ email: stranger, isVerified: false });
    expect((await privacyRecord(erasure, now)).account).toMatchObject({ id });
    expect(await privacyFile(access, now)).toMatchObject({
      account: { email: "lucie@exemple.fr" },
    });
    const unanswered = await recorded("rectification");
    expect((await erasurePreview(erasure, now)).ended).toHaveLength(1);
    await erasing(erasure);
    expect(await stored(unanswered)).toMatchObject({ outcome: "moot" });
    expect((await storedUser(id))?.deletedAt).toEqual(now);
    expect((await storedUser(other._id.toString()))?.deletedAt).toBeUndefined();
    expect(await stored(erasure)).toMatchObject({ outcome: "fulfilled" });
    expect(await stored(access)).toMatchObject({ outcome: "moot" });
    expect(await ContactMessageModel.countDocuments()).toBe(0);
  });

  it("keeps its request from whoever has the address now", async () => {
    const { id, erasure, access } = await moved();
    const other = (await createUser({ email: stranger }))._id.toString();
    const own = await recorded("rectification");
    const { privacyRequests } = await personalData(other, now);
    expect(privacyRequests.map(({ _id }) => String(_id))).toEqual([own]);
    await closeAccount(other, now);
    expect(await stored(own)).toMatchObject({ outcome: "moot" });
    for (const request of [erasure, access]) {
      expect(await stored(request)).not.toHaveProperty("outcome");
      expect(await stored(request)).toMatchObject({ email: stranger });
    }
    await erasing(erasure);
    expect((await storedUser(id))?.deletedAt).toEqual(now);
  });

  it("leaves what is another's under the address, and says so before", async () => {
    const { erasure } = await moved();
    expect((await erasurePreview(erasure, now)).request.erasable).not.toBeNull();
    await createUser({ email: stranger });
    expect((await erasurePreview(erasure, now)).request.erasable).toBeNull();
    await erasing(erasure);
    expect(await ContactMessageModel.countDocuments({ email: stranger })).toBe(1);
  });
});

describe("an account that was made after the request", () => {
  const fulfilled = async (id: string) =>
    (await MailModel.findOne({ key: `privacy-fulfilled:${id}` }).lean())?.text;

  it("is shown, handed out and closed", async () => {
    const [erasure, access] = [await recorded("erasure"), await recorded("access")];
    const user = await createUser({ email: stranger, phone: "0612345678" });
    const id = user._id.toString();
    expect((await privacyRecord(erasure, now)).account).toMatchObject({ id });
    expect((await erasurePreview(erasure, now)).departure).toMatchObject({ id });
    expect(await whole(await privacyFile(access, now))).toEqual(await personalData(id, now));
    await fulfilRequest({ ...treat(access), answer: "Voici." });
    expect(await fulfilled(access)).toContain("/mes-parametres/mon-compte#donnees");
    await erasing(erasure);
    expect((await storedUser(id))?.deletedAt).toEqual(now);
    expect(await stored(erasure)).toMatchObject({ outcome: "fulfilled" });
    expect((await lastMail(stranger))?.subject).toBe("Votre compte est supprimé");
  });

  it("is found in the place of one that was never verified", async () => {
    const form = signupFields({ email: stranger });
    const signUp = () => new Visitor().visit(signup, "/inscription", { form });
    await signUp();
    const access = await recorded("access");
    const erasure = await recorded("erasure");
    // Its code is of yesterday: another one is made, for another account.
    const old = parisMidnight(addDays(today, -1));
    await UserModel.updateOne(
      { email: stranger },
      { $set: { "verification.sentAt": old, "verification.expiresAt": old } },
    );
    await signUp();
    const user = (await UserModel.findOne({ email: stranger }).lean())!;
    expect((await stored(access)).user).not.toEqual(user._id);
    expect(await privacyFile(access, now)).toMatchObject({ account: { email: stranger } });
    await erasing(erasure);
    expect((await storedUser(user._id.toString()))?.deletedAt).toEqual(now);
    expect(await stored(access)).toMatchObject({ outcome: "moot" });
  });

  it("is not called the way to the file when nobody can log in to it", async () => {
    const banned = await createUser();
    const unverified = await createUser({ isVerified: false });
    const refused = await createUser({ masterStatus: "refused" });
    const pending = await createUser({ masterStatus: "pending" });
    for (const { _id, email } of [banned, unverified, refused, pending]) {
      const access = await recorded("access", { email });
      if (_id.equals(banned._id)) {
        const why = "x";
        const ban = { userId: _id.toString(), why, password: OFFICE_PASSWORD, now } as const;
        await banForPlatform({ actor: office.actor, coming: "keep", ...ban });
      }
      const request = await privacyRecord(access, now);
      const said = (may: boolean) => decisionWords("satisfaire", request, may).consequences[0];
      expect(said(true)).toContain("remettez-le-lui");
      expect(said(false)).toContain("remis par la finance ou un super-admin");
      await fulfilRequest({ ...treat(access), answer: "Voici." });
      const text = await fulfilled(access);
      expect(text).toContain("vous remet le fichier complet à part");
      expect(text).not.toContain("#donnees");
      expect(text).not.toContain("une fois connecté");
      // Whoever answered may not take the file; who may hands it after.
      const file = await personalData(_id.toString(), now);
      expect(await whole(await privacyFile(access, now))).toEqual(file);
    }
  });
});

it("names the person for a year after the answer, and is kept for five", async () => {
  const ids = await Promise.all([
    recorded("access"),
    recorded("portability"),
    recorded("objection"),
    recorded("rectification"),
  ]);
  const [fresh, old, oldest, open] = ids;
  const answered = async (id: string, months: number) =>
    await PrivacyRequestModel.updateOne(
      { _id: id },
      { $set: { outcome: "fulfilled", closedAt: parisMidnight(addMonths(today, -months)) } },
    );
  await answered(fresh, 11);
  await answered(old, 13);
  await answered(oldest, 61);
  await forgetPrivacyRequests(now);
  expect(await stored(fresh)).toHaveProperty("email");
  expect(await stored(open)).toHaveProperty("email");
  expect(await stored(old)).not.toHaveProperty("email");
  expect(await PrivacyRequestModel.countDocuments()).toBe(3);
});
