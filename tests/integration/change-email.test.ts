import { trusted } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import { ContactMessageModel } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { SessionModel } from "@models/session";
import { UserModel, type User } from "@models/user";
import { forgetEmailChanges } from "~/accounts/change-email.server";
import { resetPassword } from "~/accounts/reset-password.server";
import { requestReset } from "~/accounts/request-reset.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { addMinutes } from "~/platform/days";
import { inTransaction } from "~/platform/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { limit } from "~/platform/web/rate-limit.server";
import { action as login } from "~/routes/connexion";
import { action, loader } from "~/routes/mes-parametres/e-mail";
import { action as password } from "~/routes/mes-parametres/mot-de-passe";
import { lastMailTo, mailedCode } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { loggedIn, newMember, storedUser, type Member } from "../support/members";
import { hashCheaply } from "../support/password-hash";
import { personalData } from "../support/personal-data";
import { wrong } from "../support/verification";
import { Visitor } from "../support/visitor";

/** Another address for an account: docs/decisions/050. */

useDatabase();

const PATH = "/mes-parametres/e-mail";
const PASSWORD = "Tilleuls-1911";
const passwordHash = await hashCheaply(PASSWORD);
const NEW = "mairie@exemple.fr";
let member: Member;
let old: string;

beforeEach(async () => {
  await emptyDatabase();
  member = await newMember({ passwordHash });
  old = member.user.email;
});

const ask = async (email = NEW, { visitor } = member, currentPassword = PASSWORD) =>
  await visitor.visit(action, PATH, { form: { intent: "ask", email, currentPassword } });
const enter = async (code: string, { visitor } = member) =>
  await visitor.visit(action, PATH, { form: { intent: "change", code } });
const emailOf = async (id = member.id) => (await storedUser(id))?.email;
const subjectsTo = async (to: string) =>
  (await MailModel.find({ to }).sort({ _id: 1 }).lean()).map(({ subject }) => subject);
const page = async (): Promise<unknown> => await (await member.visitor.visit(loader, PATH)).json();
const age = (minutes: number) =>
  UserModel.collection.updateOne({ _id: member.user._id }, [
    {
      $set: Object.fromEntries(
        ["sentAt", "expiresAt"].map((field) => [
          `emailChange.${field}`,
          { $subtract: [`$emailChange.${field}`, minutes * 60_000] },
        ]),
      ),
    },
  ]);

describe("asking", () => {
  it("wants the present password, and another address", async () => {
    expect((await ask(NEW, member, "faux")).status).toBe(422);
    expect((await ask(old)).status).toBe(422);
    await UserModel.updateOne({ _id: member.user._id }, { passwordHash: await hashCheaply(NEW) });
    expect((await ask(NEW, member, NEW)).status).toBe(422);
    await UserModel.updateOne({ _id: member.user._id }, { passwordHash });
    expect(await page()).toEqual({ email: old, asked: null, awaited: null });
    expect(await MailModel.countDocuments()).toBe(0);
  });

  it("mails a code to the new address alone, which changes nothing yet", async () => {
    expect((await ask()).status).toBe(303);
    expect(await subjectsTo(NEW)).toEqual(["Votre code pour changer d’adresse e-mail"]);
    expect(await subjectsTo(old)).toEqual([]);
    expect(await page()).toEqual({ email: old, asked: NEW, awaited: NEW });
    // The same pressed twice: the code in the mailbox is the one.
    const code = await mailedCode(NEW);
    await ask();
    expect(await subjectsTo(NEW)).toHaveLength(1);
    expect((await enter(code)).status).toBe(303);
  });

  it("is answered alike where the address is somebody's, who is told and keeps it", async () => {
    const holder = await createUser({ email: NEW });
    const free = await ask("libre@exemple.fr");
    const taken = await ask();
    const shown = async (response: Response) => [
      ...[response.status, response.headers.get("location"), await response.text()],
      response.headers.getSetCookie(),
    ];
    expect(await shown(taken)).toEqual(await shown(free));
    expect(await page()).toEqual({ email: old, asked: NEW, awaited: NEW });
    const { subject, text } = await lastMailTo(NEW);
    expect(subject).toBe("Votre adresse est déjà celle d’un compte");
    expect(text).not.toMatch(/^\d{6}$/m);
    expect((await enter("123456")).status).toBe(422);
    expect(await emailOf(holder._id.toString())).toBe(NEW);
  });

  it("writes to an address eight times a day, whoever asks, and says the same beyond", async () => {
    for (let count = 0; count < 9; count += 1) {
      const other = await newMember({ passwordHash });
      expect((await ask(NEW, other)).status).toBe(303);
    }
    expect(await subjectsTo(NEW)).toHaveLength(8);
  });

  it("has no more codes than mails: past them the last one stays, and none can be guessed", async () => {
    for (let count = 0; count < 7; count += 1) await limit("email_change_to", NEW);
    await ask();
    const code = await mailedCode(NEW);
    await age(2);
    await ask();
    expect(await subjectsTo(NEW)).toHaveLength(1);
    expect((await storedUser(member.id))?.emailChange).toMatchObject({ tries: 0 });
    await age(15);
    expect((await ask()).status).toBe(303);
    expect((await storedUser(member.id))?.emailChange).toMatchObject({ email: NEW, tries: 5 });
    expect((await enter(code)).status).toBe(422);
  });

  it("is bounded for an account", async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await ask(`a${count}@exemple.fr`)).status).toBe(303);
    expect((await ask("b@exemple.fr")).status).toBe(429);
  });

  it("is bounded for the address of a client, whatever its accounts", async () => {
    const ip = "198.51.100.77";
    for (let count = 0; count < 20; count += 1) await limit("new_code_address", ip);
    const form = { intent: "ask", email: NEW, currentPassword: PASSWORD };
    const refused = await member.visitor.visit(action, PATH, { form, ip });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask()).status).toBe(303);
  });
});

describe("the code", () => {
  it("has five tries, and a quarter of an hour", async () => {
    await ask();
    const code = await mailedCode(NEW);
    for (let count = 1; count <= 5; count += 1)
      expect((await enter(wrong(code, count))).status).toBe(422);
    expect((await enter(code)).status).toBe(422);
    await age(2);
    await ask();
    const another = await mailedCode(NEW);
    await age(15.1);
    // Not told at a field that the page has no more; the address is there to be asked for again.
    const late = await enter(another);
    expect(late.status).toBe(422);
    const { fieldErrors } = (await late.json()) as { fieldErrors: object };
    expect(fieldErrors).toEqual({ form: "Ce code n’est plus valable. Demandez-en un autre." });
    expect(await page()).toEqual({ email: old, asked: NEW, awaited: null });
    expect(await emailOf()).toBe(old);
  });

  it("serves whose session asked alone, once", async () => {
    await ask();
    const code = await mailedCode(NEW);
    expect((await enter(code, await newMember())).status).toBe(422);
    const twice = member.visitor.clone();
    expect((await enter(code)).status).toBe(303);
    // Its session is another by now.
    await twice.visit(action, PATH, { form: { intent: "change", code } }).catch(() => undefined);
    expect(await emailOf()).toBe(NEW);
    expect(await subjectsTo(old)).toEqual(["L’adresse e-mail de votre compte a changé"]);
  });

  it("is refused where somebody was faster, without a word of them", async () => {
    await ask();
    const code = await mailedCode(NEW);
    justBefore("User", "updateOne", () => createUser({ email: NEW }));
    const refused = await enter(code);
    const mistaken = await enter(wrong(code));
    expect(await refused.text()).toBe(await mistaken.text());
    expect(await emailOf()).toBe(old);
    expect(await SessionModel.countDocuments({ userId: member.user._id })).toBe(1);
  });

  it("takes the place of a signup that nobody proved", async () => {
    const stranger = await createUser({ email: NEW, isVerified: false });
    await ask();
    expect((await enter(await mailedCode(NEW))).status).toBe(303);
    expect(await emailOf()).toBe(NEW);
    expect(await storedUser(stranger._id.toString())).toBeNull();
  });

  it.each<[string, Partial<User>]>([
    ["banned", { bannedAt: new Date() }],
    ["closed", { deletedAt: new Date() }],
  ])("changes nothing of an account that is %s meanwhile", async (_, fields) => {
    await ask();
    const code = await mailedCode(NEW);
    await UserModel.updateOne({ _id: member.user._id }, { $set: fields });
    await enter(code).catch(() => undefined);
    expect(await emailOf()).toBe(old);
  });

  it("is void once the password is another, and gone with the address that nobody proved", async () => {
    await ask();
    const code = await mailedCode(NEW);
    const fresh = "Platanes-1927";
    const form = { currentPassword: PASSWORD, password: fresh, passwordConfirmation: fresh };
    await member.visitor.visit(password, "/mes-parametres/mot-de-passe", { form });
    expect((await enter(code)).status).toBe(422);
    expect(await emailOf()).toBe(old);
    expect(await MailModel.countDocuments({ to: NEW })).toBe(0);
    await requestReset(old, new Date());
    await ask(NEW, member, fresh);
    expect(await MailModel.countDocuments({ to: NEW })).toBe(1);
    const link = (await MailModel.findOne({ to: old, key: trusted({ $regex: "^reset:" }) }).lean())
      ?.text;
    const [, token = ""] = /reinitialisation-mot-de-passe\/(\S+)/.exec(link ?? "") ?? [];
    await resetPassword({ token, password: "Cerisiers-1931" }, new Date());
    expect(await MailModel.countDocuments({ to: NEW })).toBe(0);
  });

  it("is forgotten in time, with the mail to an address that nobody proved", async () => {
    await ask();
    await forgetEmailChanges(new Date());
    expect(await storedUser(member.id)).toHaveProperty("emailChange");
    await age(15.1);
    await forgetEmailChanges(new Date());
    expect(await storedUser(member.id)).not.toHaveProperty("emailChange");
    expect(await MailModel.countDocuments({ to: NEW })).toBe(0);
  });
});

describe("the change", () => {
  const change = async () => {
    await ask();
    expect((await enter(await mailedCode(NEW))).status).toBe(303);
  };

  it("ends other sessions, tokens and reset links, goes on here, and tells the former address how to object", async () => {
    const { visitor: elsewhere } = await loggedIn(member.user);
    const end = addMinutes(new Date(), 60);
    await ApiTokenModel.create({
      ...{ userId: member.user._id, name: "Site", scope: "read", hash: "hash" },
      ...{ createdAt: new Date(), expiresAt: end },
    });
    await requestReset(old, new Date());
    await change();
    expect(await elsewhere.context().session.viewer()).toBeNull();
    expect(await member.visitor.context().session.viewer()).toMatchObject({ email: NEW });
    expect(await ApiTokenModel.countDocuments()).toBe(0);
    const stored = await storedUser(member.id);
    for (const field of ["reset", "emailChange", "verification"])
      expect(stored).not.toHaveProperty(field);
    const { text } = await lastMailTo(old);
    expect(text).toContain("Vous n’y êtes pour rien");
    expect(text).toContain("/contact");
  });

  it("is what one logs in by from then on", async () => {
    await change();
    const by = async (email: string) =>
      (await new Visitor().visit(login, "/connexion", { form: { email, password: PASSWORD } }))
        .status;
    expect(await by(old)).toBe(401);
    expect(await by(NEW)).toBe(303);
  });

  it("takes mails about the account along, and leaves what is the address's or warns it", async () => {
    const mail = { to: old, subject: "Sujet", paragraphs: ["Texte."] };
    const moved = ["reservation-confirmed:1:buyer", "reservation-cancelled:2:buyer"];
    const keys = [...moved, "contact:1:sender", "report:1:reporter"];
    const warnings = [`password-changed:${member.id}:1`, `token-created:${member.id}:1`];
    await inTransaction(async (session) => {
      for (const key of [...keys, ...warnings]) await queueMail({ ...mail, key }, session);
    });
    const message = { email: old, type: "Autre", name: "A", lastname: "B", message: "Bonjour." };
    await ContactMessageModel.collection.insertOne({ ...message, createdAt: new Date() });
    await change();
    const to = async (key: string) => (await MailModel.findOne({ key }).lean())?.to;
    expect(await Promise.all(keys.map(to))).toEqual([NEW, NEW, old, old]);
    expect(await Promise.all(warnings.map(to))).toEqual([old, old]);
    expect(await ContactMessageModel.countDocuments({ email: old })).toBe(1);
    const { mails } = await personalData(member.id, new Date());
    expect(mails.map(({ to: sentTo }) => sentTo)).toEqual(mails.map(() => NEW));
    await closeAccount(member.id, new Date());
    const left = await MailModel.find({}, "key").lean();
    expect(left.map(({ key }) => key).sort()).toEqual(["contact:1:sender", "report:1:reporter"]);
  });

  it("gives no secret out with the file of one's data", async () => {
    await ask();
    const { account } = await personalData(member.id, new Date());
    expect(account.emailChange).toMatchObject({ email: NEW });
    expect(account.emailChange).not.toHaveProperty("seed");
  });
});
