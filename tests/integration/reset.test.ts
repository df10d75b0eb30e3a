import { beforeEach, describe, expect, it } from "vitest";
import { addMinutes } from "~/platform/days";
import { MailModel } from "@models/mail";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { hashPassword, verifyPassword } from "~/accounts/password.server";
import { action as apiForgot } from "~/routes/api/auth/forgot-password";
import { action as apiReset } from "~/routes/api/auth/reset-password/$token";
import { action as reset, loader } from "~/routes/reinitialisation-mot-de-passe/$token";
import { action as forgot, loader as forgotPage } from "~/routes/reinitialiser-mot-de-passe";
import { lastMailTo, mailedToken } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const EMAIL = "marie@exemple.fr";
const OLD = "Tilleuls-1911";
const NEW = "Marronniers-1912";
const oldHash = await hashPassword(OLD);

const account = () =>
  createUser({ email: EMAIL, passwordHash: oldHash, termsAcceptedAt: new Date() });
const ask = (email = EMAIL, visitor = new Visitor()) =>
  visitor.visit(forgot, "/reinitialiser-mot-de-passe", { form: { email } });
const choose = (token: string, fields: Record<string, string> = {}, visitor = new Visitor()) =>
  visitor.visit(reset, `/reinitialisation-mot-de-passe/${token}`, {
    params: { token },
    form: { password: NEW, passwordConfirmation: NEW, ...fields },
  });
const isPassword = async (password: string) =>
  await verifyPassword((await UserModel.findOne({ email: EMAIL }).lean())!.passwordHash, password);
const firstMessage = async (response: Response) =>
  Object.values(((await response.json()) as { fieldErrors: object }).fieldErrors)[0] as string;

describe("a forgotten password", () => {
  it("is answered the same for known, unknown and banned addresses, and those of refused masters", async () => {
    await account();
    await createUser({ email: "bannie@exemple.fr", bannedAt: new Date() });
    await createUser({ email: "refusee@exemple.fr", masterStatus: "refused" });
    const answers = await Promise.all(
      [EMAIL, "inconnue@exemple.fr", "bannie@exemple.fr", "refusee@exemple.fr"].map(
        async (email) => {
          const response = await ask(email);
          return [response.status, response.headers.get("location"), await response.text()];
        },
      ),
    );
    expect(answers).toEqual(Array(4).fill([303, "/reinitialiser-mot-de-passe?envoi", ""]));
    expect(await MailModel.countDocuments()).toBe(1);
    const page = await new Visitor().visit(forgotPage, "/reinitialiser-mot-de-passe?envoi");
    expect(await page.text()).toContain("Si un compte est associé");
  });

  it("mails one link a minute at most, and stores no token", async () => {
    await account();
    await Promise.all([ask(), ask(), ask()]);
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(1);
    const token = await mailedToken(EMAIL);
    expect(JSON.stringify(await UserModel.find().lean())).not.toContain(token);
  });

  it("stops after twenty an hour from one address", async () => {
    const visitor = new Visitor("198.51.100.9");
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(`${index}@exemple.fr`, visitor)),
    );
    const refused = await ask("autre@exemple.fr", visitor);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the mailed link", () => {
  it("of an account that never accepted the conditions asks for it, once", async () => {
    const user = await account();
    await UserModel.updateOne({ _id: user._id }, { $unset: { termsAcceptedAt: 1 } });
    await ask();
    const token = await mailedToken(EMAIL);
    const path = `/reinitialisation-mot-de-passe/${token}`;
    const page = await new Visitor().visit(loader, path, { params: { token } });
    expect(await page.json()).toEqual({ isGood: true, asksTerms: true });
    const refused = await choose(token);
    expect(refused.status).toBe(422);
    expect(await firstMessage(refused)).toBe("Veuillez accepter les C.G.U.");
    const call = (more: object) =>
      new Visitor().visit(apiReset, `/api/auth/reset-password/${token}`, {
        params: { token },
        json: { password: NEW, ...more },
      });
    expect((await call({})).status).toBe(422);
    expect((await call({ CGU: false })).status).toBe(422);
    expect(await isPassword(OLD)).toBe(true);
    expect((await choose(token, { CGU: "on" })).status).toBe(303);
    const stored = (await UserModel.findOne({ email: EMAIL }).lean())!;
    expect(stored.termsAcceptedAt).toBeInstanceOf(Date);
    await ask();
    const next = await mailedToken(EMAIL);
    const again = { password: OLD, passwordConfirmation: OLD };
    expect((await choose(next, again)).status).toBe(303);
    const { termsAcceptedAt } = (await UserModel.findOne({ email: EMAIL }).lean())!;
    expect(termsAcceptedAt).toEqual(stored.termsAcceptedAt);
  });

  it("asks no administrator, who is no party to the conditions", async () => {
    const fields = { isAdmin: true, termsAcceptedAt: undefined };
    await createUser({ email: EMAIL, passwordHash: oldHash, ...fields });
    await ask();
    const token = await mailedToken(EMAIL);
    const path = `/reinitialisation-mot-de-passe/${token}`;
    const page = await new Visitor().visit(loader, path, { params: { token } });
    expect(await page.json()).toEqual({ isGood: true, asksTerms: false });
    expect((await choose(token)).status).toBe(303);
    expect(await isPassword(NEW)).toBe(true);
    const stored = (await UserModel.findOne({ email: EMAIL }).lean())!;
    expect([stored.termsAcceptedAt, stored.termsVersion]).toEqual([undefined, undefined]);
  });

  it("sets another password, ends every session, tells by mail", async () => {
    const user = await account();
    await Promise.all(
      [new Visitor(), new Visitor()].map((one) => one.context().session.start(user._id)),
    );
    await ask();
    const response = await choose(await mailedToken(EMAIL));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/connexion");
    expect(await isPassword(NEW)).toBe(true);
    expect(await isPassword(OLD)).toBe(false);
    expect(await SessionModel.countDocuments()).toBe(0);
    expect((await lastMailTo(EMAIL)).subject).toBe("Votre mot de passe a changé");
  });

  it("serves once, even twice at the same moment", async () => {
    await account();
    await ask();
    const token = await mailedToken(EMAIL);
    const responses = await Promise.all([
      choose(token),
      choose(token, { password: "Platanes-1913", passwordConfirmation: "Platanes-1913" }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 410]);
    const again = await choose(token);
    expect(again.status).toBe(410);
    expect(await firstMessage(again)).toBe("Erreur lors de la réinitialisation du mot de passe");
  });

  it("is no longer good after an hour, nor once another was asked for then", async () => {
    await account();
    await ask();
    const first = await mailedToken(EMAIL);
    const { reset } = (await UserModel.findOne({ email: EMAIL }).lean())!;
    expect(reset!.expiresAt).toEqual(addMinutes(reset!.sentAt, 60));
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    await UserModel.updateOne(
      { email: EMAIL },
      { $set: { "reset.expiresAt": new Date(), "reset.sentAt": hourAgo } },
    );
    expect((await choose(first)).status).toBe(410);
    const page = await new Visitor().visit(loader, "/x", { params: { token: first } });
    expect(page.status).toBe(410);
    await ask();
    expect((await choose(first)).status).toBe(410);
    expect((await choose(await mailedToken(EMAIL))).status).toBe(303);
  });

  it.each([
    [{ passwordConfirmation: "autre" }, "Les mots de passe ne correspondent pas"],
    [{ password: "court", passwordConfirmation: "court" }, "au moins 8 caractères"],
    [{ password: "motdepasse", passwordConfirmation: "motdepasse" }, "trop courant"],
    [{ password: EMAIL, passwordConfirmation: EMAIL }, "différent de l’adresse e-mail"],
    [{ password: OLD, passwordConfirmation: OLD }, "différent de l’actuel"],
  ])("refuses %j and stays good", async (fields, message) => {
    await account();
    await ask();
    const token = await mailedToken(EMAIL);
    const response = await choose(token, fields);
    expect(response.status).toBe(422);
    expect(await firstMessage(response)).toContain(message);
    expect(await isPassword(OLD)).toBe(true);
    expect((await choose(token)).status).toBe(303);
  });

  it.each(["", "x", "0".repeat(43), "[object Object]"])("is none: '%s'", async (token) => {
    await account();
    expect((await choose(token)).status).toBe(410);
    expect(await isPassword(OLD)).toBe(true);
  });
});

describe("/api", () => {
  it("asks for a link and sets a password", async () => {
    await account();
    const asked = await new Visitor().visit(apiForgot, "/api/auth/forgot-password", {
      json: { email: EMAIL },
    });
    expect(await asked.json()).toMatchObject({
      success: true,
      message: expect.stringContaining("compte") as string,
    });
    const token = await mailedToken(EMAIL);
    const done = await new Visitor().visit(apiReset, `/api/auth/reset-password/${token}`, {
      params: { token },
      json: { password: NEW },
    });
    expect(await done.json()).toEqual({
      success: true,
      message: "Réinitialisation du mot de passe réussie, redirection vers la page de connexion...",
    });
    expect(await isPassword(NEW)).toBe(true);
  });
});
