import { hashCheaply } from "../support/password-hash";
import { sandbox } from "../support/payments";
import { beforeEach, describe, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { SessionModel } from "@models/session";
import { chooseCookies } from "~/accounts/choose-cookies.server";
import { changePassword } from "~/accounts/change-password.server";
import { confirmPassword } from "~/accounts/confirm-password.server";
import { verifyPassword } from "~/accounts/password.server";
import { addMonths, formatDay, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { endSessionsOf } from "~/platform/session.server";
import { takeToast } from "~/platform/web/toast.server";
import { action as cookiesApi } from "~/routes/api/auth/setting-cookies/$id";
import { action as cookies, loader as cookiesPage } from "~/routes/mes-parametres/cookies";
import { loader as rootLoader } from "~/root";
import { loader as settings } from "~/routes/mes-parametres/layout";
import { loader as index } from "~/routes/mes-parametres/index";
import { action as account, loader as accountPage } from "~/routes/mes-parametres/mon-compte";
import { action as password } from "~/routes/mes-parametres/mot-de-passe";
import { action as sessions, loader as sessionsPage } from "~/routes/mes-parametres/sessions";
import type { OwnSession } from "~/accounts/own-sessions.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { loggedIn, newMember, storedUser } from "../support/members";
import { rendered } from "../support/rendered";
import { createAccount, onboard } from "../support/stripe-journeys";
import type { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const old = "Tilleuls-1911";
const fresh = "Platanes-1927";
const passwordHash = await hashCheaply(old);

describe("the menu", () => {
  it("opens on the account and knows masters and owners", async () => {
    const { visitor } = await newMember();
    const response = await visitor.visit(index, "/mes-parametres");
    expect(response.headers.get("location")).toBe("/mes-parametres/mon-compte");
    expect(await (await visitor.visit(settings, "/mes-parametres/cookies")).json()).toEqual({
      isMaster: false,
      isOwner: false,
    });
    const master = await newMember({
      spondorshipCode: "ABCD2345",
      masterStatus: "validated",
      accountId: "acct_master",
    });
    const answer = await master.visitor.visit(settings, "/mes-parametres/cookies");
    expect(await answer.json()).toEqual({ isMaster: true, isOwner: true });
  });
});

describe("the payment account", () => {
  it("is made on its own page when there is none", async () => {
    const { visitor } = await newMember();
    const page = await visitor.visit(accountPage, "/mes-parametres/mon-compte");
    expect(await page.json()).toMatchObject({ hasStripeAccount: false });
    const response = await visitor.visit(account, "/mes-parametres/mon-compte", { form: {} });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/create-stripe-account");
  });
});

describe("the payment account that there is", () => {
  const press = async (fields: Partial<User>) => {
    const { visitor } = await newMember(fields);
    const response = await visitor.visit(account, "/mes-parametres/mon-compte", { form: {} });
    expect(response.status).toBe(303);
    const page = await fetch(response.headers.get("location") ?? "");
    return { status: page.status, text: await page.text() };
  };

  it("is shown at Stripe", async () => {
    const accountId = await onboard(sandbox);
    const page = await press({ accountId, stripeStats: "active" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Votre compte de paiement");
  });

  it("holds its organisation to its seat where it has to be made anew alone, and says so where that is asked for", async () => {
    const accountId = await onboard(sandbox);
    const { visitor } = await newMember({
      ...{ role: "Entreprise", entityName: "Les Tilleuls", siret: "73282932000074" },
      ...{ accountId, stripeStats: "active" },
    });
    const asked = "Complétez-le pour continuer.";
    const path = "/create-stripe-account";
    expect(await (await rendered(visitor, path)).text()).not.toContain(asked);
    expect((await rendered(visitor, path, { intent: "consult" })).status).toBe(303);
    await sandbox.control(`accounts/${accountId}`, { deauthorized: true });
    for (const [from, form] of [
      [path, { intent: "consult" }],
      ["/mes-parametres/mon-compte", {}],
    ] as const) {
      const refused = await rendered(visitor, from, form);
      expect(refused.status).toBe(409);
      const page = await refused.text();
      expect(page).toContain(asked);
      expect(page).toContain('href="/profil?modifier=coordonnees#coordonnees"');
    }
  });

  it("goes on being opened while Stripe has not been told all", async () => {
    const { id } = await createAccount(sandbox.stripe);
    const page = await press({ accountId: id, stripeStats: "pending" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("<form");
  });
});

describe("the cookie choice", () => {
  const submit = async (visitor: Visitor, form: Record<string, string>) =>
    await visitor.visit(cookies, "/mes-parametres/cookies", { form });

  it("is saved, and says so when nothing changed", async () => {
    const { id, visitor } = await newMember();
    await submit(visitor, {});
    expect((await storedUser(id))?.cookiesSet).toBe(false);
    await submit(visitor, { cookies: "on" });
    expect((await storedUser(id))?.cookiesSet).toBe(true);
    const page = await visitor.visit(cookiesPage, "/mes-parametres/cookies");
    expect(await page.json()).toEqual({
      isAccepted: true,
      askedAgain: formatDay(addMonths(todayInParis(new Date()), 6)),
    });
    const response = await submit(visitor, { cookies: "on" });
    expect(response.headers.get("location")).toBe("/mes-parametres/cookies");
    expect(await toastOf(visitor)).toBe("Aucun changement détecté.");
    await submit(visitor, {});
    expect(await toastOf(visitor)).toBe("Mise à jour des paramètres faite avec succès.");
  });

  it("is asked for again after six months, and accepts nothing then", async () => {
    const { id, visitor } = await newMember();
    await submit(visitor, { cookies: "on" });
    const cookiesSetOn = addMonths(todayInParis(new Date()), -6);
    await UserModel.updateOne({ _id: id }, { cookiesSetOn });
    const page = await visitor.visit(cookiesPage, "/mes-parametres/cookies");
    expect(await page.json()).toEqual({ isAccepted: false, askedAgain: null });
    const root = await visitor.visit(rootLoader, "/");
    expect(await root.json()).toMatchObject({ showCookieBanner: true });
    await submit(visitor, { cookies: "on" });
    expect(await toastOf(visitor)).toBe("Mise à jour des paramètres faite avec succès.");
    expect((await storedUser(id))?.cookiesSetOn).toBe(todayInParis(new Date()));
    const again = await visitor.visit(rootLoader, "/");
    expect(await again.json()).toMatchObject({ showCookieBanner: false });
  });

  it("is asked for again where it was a yes to nobody yet, once somebody sets such cookies", async () => {
    const yes = await newMember();
    const no = await newMember();
    await submit(yes.visitor, { cookies: "on" });
    await submit(no.visitor, {});
    const root = async ({ visitor }: typeof yes) =>
      (await (await visitor.visit(rootLoader, "/")).json()) as Record<string, unknown>;
    env.GOOGLE_MAPS_API_KEY = "key";
    try {
      const maps = { key: "key", accepted: false };
      expect(await root(yes)).toMatchObject({ showCookieBanner: true, maps });
      expect(await root(no)).toMatchObject({ showCookieBanner: false, maps });
      const page = await yes.visitor.visit(cookiesPage, "/mes-parametres/cookies");
      expect(await page.json()).toEqual({ isAccepted: false, askedAgain: null });
      // Of a page from before the key was there, and of one that named somebody else.
      for (const stale of ["", "Autre"]) {
        await submit(yes.visitor, { cookies: "on", ...(stale && { cookiesOf: stale }) });
        expect(await storedUser(yes.id)).not.toHaveProperty("cookiesOf");
        expect(await root(yes)).toMatchObject({ showCookieBanner: true, maps });
      }
      await submit(yes.visitor, { cookies: "on", cookiesOf: "Google" });
      expect((await storedUser(yes.id))?.cookiesOf).toBe("Google");
      // From a page that had been open all along.
      await submit(yes.visitor, { cookies: "on" });
      expect(await toastOf(yes.visitor)).toBe("Aucun changement détecté.");
      expect((await storedUser(yes.id))?.cookiesOf).toBe("Google");
      const asked = { showCookieBanner: false, maps: { key: "key", accepted: true } };
      expect(await root(yes)).toMatchObject(asked);
    } finally {
      delete env.GOOGLE_MAPS_API_KEY;
    }
    await submit(yes.visitor, {});
    expect(await storedUser(yes.id)).not.toHaveProperty("cookiesOf");
  });

  it("is saved by the /api twin, for oneself only", async () => {
    const { id, visitor } = await newMember();
    const call = async (whose: string, json: unknown) =>
      await visitor.visit(cookiesApi, `/api/auth/setting-cookies/${whose}`, {
        json,
        params: { id: whose },
      });
    expect(await (await call(id, { cookies: true })).json()).toEqual({
      success: true,
      message: "Mise à jour des paramètres faite avec succès.",
    });
    expect((await storedUser(id))?.cookiesSet).toBe(true);
    expect((await call(id, { cookies: "peut-être" })).status).toBe(422);
    const other = (await createUser())._id.toString();
    expect((await call(other, { cookies: true })).status).toBe(403);
    expect((await call("x", { cookies: true })).status).toBe(404);
    expect(await storedUser(other)).not.toHaveProperty("cookiesSet");
  });

  it("is saved for an account that there is, by an administrator too who says no", async () => {
    const { visitor } = await newMember({ isAdmin: true });
    const call = async (id: string) =>
      await visitor.visit(cookiesApi, `/api/auth/setting-cookies/${id}`, {
        json: { cookies: false },
        params: { id },
      });
    const other = (await createUser())._id.toString();
    expect((await call(other)).status).toBe(200);
    expect((await storedUser(other))?.cookiesSet).toBe(false);
    expect((await call("0".repeat(24))).status).toBe(404);
    const closed = (await createUser({ deletedAt: new Date() }))._id.toString();
    expect((await call(closed)).status).toBe(404);
    // Nor where it is closed between the question who asks and the answer.
    for (const id of [closed, "0".repeat(24)]) {
      const saved = chooseCookies(id, false, undefined, new Date());
      await expect(saved).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await storedUser(closed)).not.toHaveProperty("cookiesSet");
  });
});

describe("the password", () => {
  const submit = async (visitor: Visitor, fields: Record<string, string> = {}) =>
    await visitor.visit(password, "/mes-parametres/mot-de-passe", {
      form: { currentPassword: old, password: fresh, passwordConfirmation: fresh, ...fields },
    });

  it("changes, ends the other sessions, renews this one and tells by mail", async () => {
    const reset = { seed: "x", tokenHash: "x", expiresAt: new Date(), sentAt: new Date() };
    const { user, id, visitor } = await newMember({ passwordHash, reset });
    const elsewhere = await loggedIn(user);
    const before = await visitor.context().session.currentId();
    const response = await submit(visitor);
    expect(response.status).toBe(303);
    const changed = await storedUser(id);
    expect(await verifyPassword(changed?.passwordHash ?? "", fresh)).toBe(true);
    expect(changed).not.toHaveProperty("reset");
    expect(await elsewhere.visitor.context().session.viewer()).toBeNull();
    expect((await visitor.context().session.viewer())?.id).toBe(id);
    expect(await visitor.context().session.currentId()).not.toBe(before);
    expect(await MailModel.findOne({ to: user.email }).lean()).toMatchObject({
      subject: "Votre mot de passe a changé",
    });
  });

  it.each([
    [{ currentPassword: "faux" }, "currentPassword", "Le mot de passe actuel est incorrect."],
    [{ currentPassword: "" }, "currentPassword", "Saisissez votre mot de passe actuel."],
    [
      { password: "court", passwordConfirmation: "court" },
      "password",
      "Le mot de passe doit contenir au moins 8 caractères.",
    ],
    [
      { passwordConfirmation: "autre" },
      "passwordConfirmation",
      "Les mots de passe ne correspondent pas",
    ],
    [
      { password: "azerty123456", passwordConfirmation: "azerty123456" },
      "password",
      "Ce mot de passe est trop courant. Choisissez-en un autre.",
    ],
    [
      { password: "marie@exemple.fr", passwordConfirmation: "marie@exemple.fr" },
      "password",
      "Le mot de passe doit être différent de l’adresse e-mail.",
    ],
  ])("is refused with %j", async (fields, field, message) => {
    const { id, visitor } = await newMember({ passwordHash, email: "marie@exemple.fr" });
    const response = await submit(visitor, fields);
    expect(response.status).toBe(422);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ fieldErrors: { [field]: message } });
    for (const secret of [old, fresh, "faux"]) expect(body).not.toContain(secret);
    expect((await storedUser(id))?.passwordHash).toBe(passwordHash);
    expect(await SessionModel.countDocuments()).toBe(1);
  });

  it("stays when the session has ended before all of the request has come", async () => {
    const { user, id, visitor } = await newMember({ passwordHash });
    const { session } = visitor.context();
    expect(await session.viewer()).not.toBeNull();
    await endSessionsOf(user._id);
    const wanted = { currentPassword: old, password: fresh };
    await expect(changePassword(id, wanted, { session, now: new Date() })).rejects.toMatchObject({
      code: "login_required",
    });
    expect((await storedUser(id))?.passwordHash).toBe(passwordHash);
    expect([await SessionModel.countDocuments(), await MailModel.countDocuments()]).toEqual([0, 0]);
  });

  it("cannot be guessed: after ten wrong ones the right one is refused too", async () => {
    const { visitor } = await newMember({ passwordHash });
    for (let index = 0; index < 10; index += 1) await submit(visitor, { currentPassword: "faux" });
    const refused = await submit(visitor);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("makes the wrong ones forgotten once it is given", async () => {
    const { id, visitor } = await newMember({ passwordHash });
    const { session } = visitor.context();
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 9; tries += 1) {
        const wrong = confirmPassword(id, "faux", session);
        await expect(wrong).rejects.toMatchObject({ code: "wrong_password" });
      }
      expect((await confirmPassword(id, old, session))._id.toString()).toBe(id);
    }
  });
});

describe("the sessions", () => {
  const list = async (visitor: Visitor) => {
    const response = await visitor.visit(sessionsPage, "/mes-parametres/sessions");
    return ((await response.json()) as { sessions: OwnSession[] }).sessions;
  };
  const submit = async (visitor: Visitor, form: Record<string, string>) =>
    await visitor.visit(sessions, "/mes-parametres/sessions", { form });

  it("are listed, the own one first, and can be ended one by one", async () => {
    const { user, visitor } = await newMember();
    const elsewhere = await loggedIn(user);
    await newMember();
    const [own, other, ...more] = await list(visitor);
    expect(more).toEqual([]);
    expect(own).toMatchObject({ isCurrent: true, device: "Appareil inconnu" });
    await submit(visitor, { intent: "end", id: other?.id ?? "" });
    expect(await elsewhere.visitor.context().session.viewer()).toBeNull();
    expect(await list(visitor)).toHaveLength(1);
  });

  it("are ended by their own account only", async () => {
    const { visitor } = await newMember();
    const stranger = await newMember();
    const id = (await stranger.visitor.context().session.currentId()) ?? "";
    expect((await submit(visitor, { intent: "end", id })).status).toBe(303);
    expect(await stranger.visitor.context().session.viewer()).not.toBeNull();
  });

  it("are ended all but one", async () => {
    const { user, visitor } = await newMember();
    await loggedIn(user);
    await loggedIn(user);
    const stranger = await newMember();
    await submit(visitor, { intent: "end-others" });
    expect(await list(visitor)).toHaveLength(1);
    expect(await visitor.context().session.viewer()).not.toBeNull();
    expect(await stranger.visitor.context().session.viewer()).not.toBeNull();
  });
});

/** The message left for the visitor's next page. */
async function toastOf(visitor: Visitor): Promise<string | undefined> {
  const read = async ({ request }: { request: Request }) => ({
    message: (await takeToast(request)).toast?.message,
  });
  const answer = await visitor.visit(read, "/");
  return ((await answer.json()) as { message?: string }).message;
}
