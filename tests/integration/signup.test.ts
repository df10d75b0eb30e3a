import { hash } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MailModel } from "@models/mail";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { limit } from "~/platform/web/rate-limit.server";
import { action as apiSignup } from "~/routes/api/auth/signup";
import { action as apiSignupMaster } from "~/routes/api/auth/signup-master";
import { action as signup } from "~/routes/inscription";
import { action as authoritySignup } from "~/routes/inscription-c";
import { action as masterSignup } from "~/routes/inscription-master";
import { lastMailTo, mailedCode, signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { age, enter } from "../support/verification";
import { Visitor } from "../support/visitor";

// The real one, whose calls are counted.
vi.hoisted(() => (process.env.ANSWER_STEP_MS = "250"));
vi.mock("@node-rs/argon2", { spy: true });

useDatabase();
beforeEach(emptyDatabase);

const EMAIL = "marie.durand@exemple.fr";
const stored = () => UserModel.findOne({ email: EMAIL }).lean();
const submit = (fields: Record<string, string>, visitor = new Visitor()) =>
  visitor.visit(signup, "/inscription", { form: fields });

/** What an onlooker can compare: status, body, headers but the cookies' values. */
async function visible(response: Response, visitor: Visitor) {
  return {
    status: response.status,
    location: response.headers.get("location"),
    body: await response.text(),
    cookies: visitor.cookies,
  };
}

describe("a new address", () => {
  it("makes an unverified account and mails a code; no session yet", async () => {
    const visitor = new Visitor();
    const response = await submit(signupFields({ email: " Marie.Durand@Exemple.FR" }), visitor);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/verification-email");
    const user = (await stored())!;
    expect(user).toMatchObject({
      name: "Marie",
      lastname: "Durand",
      email: EMAIL,
      type: "Entités privés",
      role: "Particulier",
      isVerified: false,
      isAdmin: false,
    });
    expect(user.tag).toMatch(/^marie-durand-[2-9a-z]{4}$/);
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
    expect(user.termsAcceptedAt).toBeInstanceOf(Date);
    const mail = await lastMailTo(EMAIL);
    const code = /^\d{6}$/m.exec(mail.text)![0];
    expect(JSON.stringify(user)).not.toContain(code);
    expect(mail.subject).toBe("Votre code de vérification");
    expect(await SessionModel.countDocuments()).toBe(0);
    expect(visitor.cookies).toEqual(["pending-email"]);
  });

  it("stores nothing when a rule is broken, and keeps all but the passwords", async () => {
    const response = await submit(signupFields({ country: "Belgique", password: "court" }));
    expect(response.status).toBe(422);
    const body = (await response.json()) as {
      fieldErrors: Record<string, string>;
      repopulateFields: Record<string, string>;
    };
    expect(Object.values(body.fieldErrors)[0]).toBe(
      "Veuillez renseigner une adresse située en France.",
    );
    expect(body.repopulateFields).toMatchObject({ name: "Marie", country: "Belgique" });
    expect(JSON.stringify(body)).not.toMatch(/court|Tilleuls/);
    expect(await UserModel.countDocuments()).toBe(0);
  });

  it("has no name that leads elsewhere from the mails that it begins, and keeps what was typed", async () => {
    const entityName = "Place des Salles, réglez sur https://pds-paiement.example";
    const company = { role: "Entreprise", siret: "73282932000074", entityName };
    const response = await submit(signupFields(company));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      fieldErrors: { entityName: "Le nom de la structure ne peut pas contenir d’adresse web." },
      repopulateFields: { entityName, name: "Marie" },
    });
    expect(await UserModel.countDocuments()).toBe(0);
    await submit(signupFields({ ...company, entityName: "Booking.com" }));
    expect(await stored()).toMatchObject({ entityName: "Booking.com" });
  });

  it("takes the place of a signup that nobody verified, its sessions with it", async () => {
    await submit(signupFields({ password: "Premier-1911", passwordConfirmation: "Premier-1911" }));
    const first = (await stored())!;
    await SessionModel.create({
      _id: "0".repeat(64),
      userId: first._id,
      createdAt: new Date(),
      lastUsedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    await age(2);
    await submit(signupFields({ name: "Anne" }));
    expect(await UserModel.countDocuments()).toBe(1);
    expect(await stored()).toMatchObject({ name: "Anne" });
    expect((await stored())!._id).not.toEqual(first._id);
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it.each([
    { who: "a signup that waits for its code", state: {}, isReplaced: true },
    { who: "a master's that waits", state: { masterStatus: "pending" }, isReplaced: true },
    { who: "a validated master", state: { masterStatus: "validated" }, isReplaced: false },
    { who: "a refused master", state: { masterStatus: "refused" }, isReplaced: true },
    {
      who: "a refused master who had verified the address",
      state: { masterStatus: "refused", isVerified: true },
      isReplaced: true,
    },
    {
      who: "a refused master who was banned",
      state: { masterStatus: "refused", isVerified: true, bannedAt: new Date() },
      isReplaced: false,
    },
    { who: "an administrator", state: { isAdmin: true }, isReplaced: false },
    {
      who: "a banned account",
      state: { isVerified: true, bannedAt: new Date() },
      isReplaced: false,
    },
    // Its address is nobody's yet: a ban would keep out whoever it belongs to.
    {
      who: "a signup that was banned before anybody verified it",
      state: { bannedAt: new Date() },
      isReplaced: true,
    },
    { who: "a closed account", state: { deletedAt: new Date() }, isReplaced: false },
    { who: "a verified account", state: { isVerified: true }, isReplaced: false },
  ] as const)("takes the place of $who: $isReplaced", async ({ state, isReplaced }) => {
    const before = await createUser({ email: EMAIL, isVerified: false, ...state });
    await submit(signupFields({ name: "Anne" }));
    const after = (await stored())!;
    expect(await UserModel.countDocuments()).toBe(1);
    expect(after._id.equals(before._id)).toBe(!isReplaced);
    expect(after.name).toBe(isReplaced ? "Anne" : before.name);
  });

  it("is mailed a code of its own in the place of a refused master, whose answer stays told", async () => {
    await new Visitor().visit(masterSignup, "/inscription-master", { form: signupFields() });
    const first = (await stored())!;
    // At once: the next answer's mail has a name of its own only if the account has.
    await UserModel.updateOne({ _id: first._id }, { masterStatus: "refused" });
    const visitor = new Visitor();
    await visitor.visit(masterSignup, "/inscription-master", { form: signupFields() });
    const next = (await stored())!;
    expect(next).toMatchObject({ masterStatus: "pending", isVerified: false });
    expect(next._id).not.toEqual(first._id);
    expect((await lastMailTo(EMAIL)).key).toMatch(`code:${next._id.toString()}:`);
    await enter(visitor, await mailedCode(EMAIL));
    expect(await stored()).toMatchObject({ masterStatus: "pending", isVerified: true });
  });

  it("is mailed in the place of one of the other kind at once: what that one's mail tells does not happen now", async () => {
    await new Visitor().visit(masterSignup, "/inscription-master", { form: signupFields() });
    expect((await lastMailTo(EMAIL)).text).toContain("Un administrateur l’examine");
    const visitor = new Visitor();
    await submit(signupFields(), visitor);
    const { text, key } = await lastMailTo(EMAIL);
    expect(text).not.toContain("administrateur");
    expect(key).toMatch(`code:${(await stored())!._id.toString()}:`);
    await enter(visitor, await mailedCode(EMAIL));
    expect(await stored()).toMatchObject({ isVerified: true });
    expect(await stored()).not.toHaveProperty("masterStatus");
  });

  it("makes one account of many signups at once", async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => submit(signupFields({ name: `Marie${index}` }))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(303));
    expect(await UserModel.countDocuments({ email: EMAIL })).toBe(1);
  });

  it("is made with another tag where one is taken, which is tried five times", async () => {
    const { _id } = await createUser();
    const create = vi.spyOn(UserModel, "create");
    /** As it comes from the engine. */
    const taken = () =>
      create.mockImplementationOnce(() => UserModel.collection.insertOne({ _id }) as never);
    for (let tries = 0; tries < 4; tries += 1) taken();
    expect((await submit(signupFields())).status).toBe(303);
    expect(await stored()).not.toBeNull();
    create.mockClear();
    for (let tries = 0; tries < 5; tries += 1) taken();
    expect((await submit(signupFields({ email: "lea@exemple.fr" }))).status).toBe(500);
    expect(create).toHaveBeenCalledTimes(5);
    create.mockRestore();
  });
});

describe("an address that signs up again and again", () => {
  const mails = () => MailModel.countDocuments({ to: EMAIL });

  it("is mailed one code a minute, good for the last signup", async () => {
    await submit(signupFields());
    const code = await mailedCode(EMAIL);
    const last = new Visitor();
    const answer = await submit(signupFields({ name: "Anne" }), last);
    expect(answer.headers.get("location")).toBe("/verification-email");
    expect(await mails()).toBe(1);
    await age(2);
    await submit(signupFields({ name: "Anne" }), last);
    expect(await mails()).toBe(2);
    // The older code is no longer good.
    expect((await enter(last, code)).status).toBe(422);
    expect((await enter(last, await mailedCode(EMAIL))).headers.get("location")).toBe("/");
    expect(await stored()).toMatchObject({ name: "Anne", isVerified: true });
  });

  it("shares that minute's code with who signed up before: the account is the last one's", async () => {
    const [first, last] = [new Visitor(), new Visitor()];
    await submit(
      signupFields({ password: "Premier-1911", passwordConfirmation: "Premier-1911" }),
      first,
    );
    const before = await SessionModel.countDocuments();
    await submit(signupFields({ name: "Anne" }), last);
    const answer = await enter(first, await mailedCode(EMAIL));
    // Who reads the mailbox chooses a password: the last signup's may be a stranger's.
    expect(answer.headers.get("location")).toMatch(/^\/reinitialisation-mot-de-passe\//);
    expect(await SessionModel.countDocuments()).toBe(before);
  });

  it("is mailed ten codes an hour, and answered as always past them", async () => {
    await submit(signupFields());
    const code = await mailedCode(EMAIL);
    for (let signups = 1; signups < 10; signups += 1) await limit("signup_account", EMAIL);
    await age(2);
    const last = new Visitor("198.51.100.9");
    const response = await submit(signupFields({ name: "Anne" }), last);
    expect(response.status).toBe(303);
    expect(await mails()).toBe(1);
    expect((await enter(last, code)).headers.get("location")).toBe("/");
    expect(await stored()).toMatchObject({ name: "Anne", isVerified: true });
  });

  it("past them keeps no code that has ended, and is mailed one that is good", async () => {
    await submit(signupFields());
    const code = await mailedCode(EMAIL);
    for (let signups = 1; signups < 10; signups += 1) await limit("signup_account", EMAIL);
    await age(16);
    const last = new Visitor();
    await submit(signupFields({ name: "Anne" }), last);
    expect(await mails()).toBe(2);
    expect((await enter(last, code)).status).toBe(422);
    expect((await enter(last, await mailedCode(EMAIL))).headers.get("location")).toBe("/");
  });
});

describe("a known address", () => {
  it("is answered as a new one; its holder is told, the account is as it was", async () => {
    const user = await createUser({ email: EMAIL });
    const before = await stored();
    const [known, unknown] = [new Visitor(), new Visitor()];
    const answerToKnown = await submit(signupFields(), known);
    const answerToNew = await submit(signupFields({ email: "nouvelle@exemple.fr" }), unknown);
    expect(await visible(answerToKnown, known)).toEqual(await visible(answerToNew, unknown));
    // But that it was held while its holder was written to.
    expect(await stored()).toEqual({ ...before, lock: 1 });
    expect((await lastMailTo(EMAIL)).subject).toBe("Vous avez déjà un compte");
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
  });

  it("of a banned account is told how to contest the ban, for its holder cannot log in", async () => {
    await createUser({ email: EMAIL, bannedAt: new Date() });
    await submit(signupFields());
    const { subject, text } = await lastMailTo(EMAIL);
    expect(subject).toBe("Votre compte est suspendu");
    expect(text).toContain("contester");
    expect(text).toContain("/contact");
    expect(text).not.toContain("Connectez-vous");
    expect(text).not.toContain("/connexion");
  });

  it("of a master who waits is told that the answer is to come, for its holder cannot log in", async () => {
    await createUser({ email: EMAIL, masterStatus: "pending" });
    await submit(signupFields());
    const { subject, text } = await lastMailTo(EMAIL);
    expect(subject).toBe("Votre soumission de compte Master est en cours d’examen");
    expect(text).toContain("sa réponse vous parvient par e-mail");
    expect(text).not.toContain("/connexion");
    expect(text).not.toContain("/reinitialiser-mot-de-passe");
  });

  it("is answered by /api as a new one", async () => {
    await createUser({ email: EMAIL });
    const call = (email: string) =>
      new Visitor().visit(apiSignup, "/api/auth/signup", {
        json: { ...signupFields({ email, type: "Entités privés" }), CGU: true },
      });
    const [known, unknown] = [await call(EMAIL), await call("nouvelle@exemple.fr")];
    expect(known.status).toBe(unknown.status);
    expect((await known.text()).replace(EMAIL, "")).toBe(
      (await unknown.text()).replace("nouvelle@exemple.fr", ""),
    );
  });

  it("costs one hash, and waits for its turn to answer, like a new one", async () => {
    await createUser({ email: EMAIL });
    for (const email of [EMAIL, "nouvelle@exemple.fr"]) {
      vi.mocked(hash).mockClear();
      const start = performance.now();
      await submit(signupFields({ email }));
      // Never sooner than a step of `answerAtStep`; how much later is the machine's affair.
      expect(performance.now() - start).toBeGreaterThan(245);
      expect(hash).toHaveBeenCalledOnce();
    }
  });

  it("is not flooded: one mail an hour", async () => {
    await createUser({ email: EMAIL });
    await submit(signupFields());
    await submit(signupFields());
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(1);
  });
});

describe("hostile signups", () => {
  it("attack 4: cannot give themselves rights or fields of other kinds", async () => {
    await submit(
      signupFields({
        ...{ isAdmin: "true", isVerified: "true", accountId: "acct_1", stripeStats: "active" },
        ...{ spondorshipCode: "AAAA2222", masterStatus: "validated", type: "Collectivité" },
        ...{ siret: "73282932000074", RNA: "W691234567", entityName: "Royaume" },
      }),
    );
    const user = (await stored())!;
    expect(user).toMatchObject({ isAdmin: false, isVerified: false, type: "Entités privés" });
    for (const field of ["accountId", "stripeStats", "spondorshipCode", "masterStatus"]) {
      expect(user).not.toHaveProperty(field);
    }
    for (const field of ["siret", "RNA", "entityName"]) expect(user).not.toHaveProperty(field);
  });

  it.each([
    ["operators", { email: { $gt: "" } }],
    ["lists", { email: [EMAIL, "x@y.fr"] }],
    ["prototypes", JSON.parse('{"__proto__": {"isAdmin": true}, "name": ""}') as object],
  ])("are refused with %s in JSON", async (_what, changes) => {
    const response = await new Visitor().visit(apiSignup, "/api/auth/signup", {
      json: { ...signupFields(), type: "Entités privés", ...changes },
    });
    expect(response.status).toBe(422);
    expect(await UserModel.countDocuments()).toBe(0);
  });

  it("cannot add a header to a mail", async () => {
    const refused = await submit(signupFields({ email: `${EMAIL}\r\nBcc: tous@exemple.fr` }));
    expect(refused.status).toBe(422);
    await submit(signupFields({ name: "Marie\r\nBcc: tous@exemple.fr" }));
    const mail = await lastMailTo(EMAIL);
    expect(mail.to).toBe(EMAIL);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect((await stored())!.name).toBe("Marie Bcc: tous@exemple.fr");
  });

  it("stop after forty from one address", async () => {
    for (let index = 0; index < 39; index += 1) await limit("signup", "198.51.100.4");
    expect((await submit(signupFields(), new Visitor("198.51.100.4"))).status).toBe(303);
    const refused = await submit(signupFields({ name: "Anne" }), new Visitor("198.51.100.4"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await stored())!.name).toBe("Marie");
    expect((await submit(signupFields(), new Visitor("198.51.100.5"))).status).toBe(303);
  });
});

describe("the other signups", () => {
  it("stores what a public body is asked", async () => {
    const fields = signupFields({
      entityName: "Ville de Lyon",
      INSEE: "732 829 320",
      natureOfCollectivity: "Métropole",
      dateOfBirth: "1990-01-01",
    });
    await new Visitor().visit(authoritySignup, "/inscription-c", { form: fields });
    const user = (await stored())!;
    expect(user).toMatchObject({
      type: "Collectivité",
      entityName: "Ville de Lyon",
      INSEE: "732829320",
      natureOfCollectivity: "Métropole",
    });
    expect(user).not.toHaveProperty("role");
    expect(user).not.toHaveProperty("dateOfBirth");
  });

  it("leaves a master's submission waiting, without a session", async () => {
    const visitor = new Visitor();
    const response = await visitor.visit(masterSignup, "/inscription-master", {
      form: signupFields(),
    });
    expect(response.headers.get("location")).toBe("/verification-email");
    expect(await stored()).toMatchObject({ masterStatus: "pending", isVerified: false });
    expect((await lastMailTo(EMAIL)).subject).toBe("Votre soumission de compte Master");
    expect(visitor.cookies.sort()).toEqual(["pending-email", "toast"]);
  });

  it("serves /api/auth/signup-master by the payload's type", async () => {
    const json = {
      ...signupFields({ entityName: "Lyon", INSEE: "732829320", type: "Collectivité" }),
      CGU: true,
    };
    const response = await new Visitor().visit(apiSignupMaster, "/api/auth/signup-master", {
      json,
    });
    expect(await response.json()).toEqual({ success: true });
    expect(await stored()).toMatchObject({ type: "Collectivité", masterStatus: "pending" });
  });
});
