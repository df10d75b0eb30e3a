import type { AppLoadContext } from "@remix-run/node";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import type { TokenScope } from "@models/enumerations";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { RateLimitModel } from "@models/rate-limit";
import { newReset } from "~/accounts/reset-link.server";
import { resetPassword } from "~/accounts/reset-password.server";
import { resetSecondFactor } from "~/admin/admins/reset-second-factor.server";
import type { Actor } from "~/admin/audit/actor.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { endUserSessions } from "~/admin/users/end-user-sessions.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { isTokenOver, makeApiToken } from "~/platform/api-token.server";
import { addMinutes } from "~/platform/days";
import { RequestSession } from "~/platform/session.server";
import { hashToken } from "~/platform/token.server";
import { UserModel, type User } from "@models/user";
import { takeToast } from "~/platform/web/toast.server";
import { loader as users } from "~/routes/api/admin/get-users";
import { loader as checkAuth } from "~/routes/api/auth/check-auth";
import { action as logIn } from "~/routes/api/auth/login";
import { action as secondFactor } from "~/routes/api/auth/second-factor";
import { action as cookies } from "~/routes/api/auth/setting-cookies/$id";
import { loader as venues } from "~/routes/api/location/get-all";
import { action as editAddress } from "~/routes/api/send/edit-address";
import { action as openAccount } from "~/routes/api/stripe/create-connect-account";
import { action as tokensPage, loader as tokensList } from "~/routes/mes-parametres/jetons";
import { action as passwordPage } from "~/routes/mes-parametres/mot-de-passe";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { besides } from "../support/just-before";
import { loggedIn, newMember, storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { hashCheaply } from "../support/password-hash";
import { personalData } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const PATH = "/mes-parametres/jetons";
const password = "Tilleuls-1911";
const passwordHash = await hashCheaply(password);
const wanted = { intent: "create", name: "Agenda", scope: "read", life: "90" };

/** The request that a browser makes next. */
function after({ headers }: Response): Request {
  const cookies = headers.getSetCookie().map((line) => line.split(";")[0]);
  return new Request("http://localhost/", { headers: { cookie: cookies.join("; ") } });
}

/** A token of an account, and a program that shows it. */
async function program(user: Pick<User, "_id">, scope: TokenScope = "write", expiresAt?: Date) {
  const token = makeApiToken();
  const { _id } = await ApiTokenModel.create({
    userId: user._id,
    name: "Agenda",
    scope,
    hash: hashToken(token),
    createdAt: new Date(),
    expiresAt,
  });
  return { _id, token, visitor: new Visitor(undefined, token) };
}
const whoIs = async (visitor: Visitor) => await visitor.visit(checkAuth, "/api/auth/check-auth");

it("is known to the line of the log by its id, and whose account it acts for", async () => {
  const user = await createUser();
  const { _id, token } = await program(user);
  const session = new RequestSession(null, null, () => undefined);
  const context: AppLoadContext = { requestId: "r", ip: "203.0.113.9", session, bearer: token };
  const request = new Request("http://localhost/api/auth/check-auth");
  await checkAuth({ request, params: {}, context });
  expect(context.caller).toEqual({ viewer: user._id.toString(), token: _id.toString() });
});

describe("a token's page", () => {
  const create = async (visitor: Visitor, fields: Record<string, string> = {}) =>
    await visitor.visit(tokensPage, PATH, {
      form: { ...wanted, currentPassword: password, ...fields },
    });

  it("shows a new one once, keeps its hash and tells the holder", async () => {
    const { visitor, user } = await newMember({ passwordHash });
    const { token } = (await (await create(visitor)).json()) as { token: string };
    expect(token).toMatch(/^pds_[\w-]{43}$/);
    const stored = (await ApiTokenModel.findOne().lean())!;
    expect(stored).toMatchObject({ userId: user._id, name: "Agenda", scope: "read" });
    expect(stored.hash).toBe(hashToken(token));
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(stored.expiresAt).toEqual(addMinutes(stored.createdAt, 90 * 24 * 60));
    const list = await (await visitor.visit(tokensList, PATH)).text();
    expect(list).toContain("Agenda");
    expect(list).not.toContain(stored.hash);
    const mail = await MailModel.findOne({ to: user.email }).lean();
    expect(mail?.subject).toBe("Un jeton d’API a été créé");
    expect(mail?.text).not.toContain(token);
    const caller = await whoIs(new Visitor(undefined, token));
    expect(await caller.json()).toMatchObject({ user: { email: user.email } });
  });

  it("asks for the password, a name, a scope and a life", async () => {
    const { visitor } = await newMember({ passwordHash });
    for (const field of ["currentPassword", "name", "scope", "life"]) {
      const response = await create(visitor, { [field]: field === "currentPassword" ? "x" : "" });
      const { fieldErrors } = (await response.json()) as { fieldErrors: Record<string, string> };
      expect([response.status, Object.keys(fieldErrors)]).toEqual([422, [field]]);
    }
    expect(await ApiTokenModel.countDocuments()).toBe(0);
  });

  it("makes ten at most, however many are asked for at once", async () => {
    const { visitor, user } = await newMember({ passwordHash });
    for (let made = 0; made < 9; made += 1) await program(user);
    const answers = await Promise.all(
      ["Agenda", "Caisse", "Site"].map((name) => create(visitor, { name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await ApiTokenModel.countDocuments()).toBe(10);
  });

  describe("beside what ends all access", () => {
    const enders = {
      "the end of all sessions": endUserSessions,
      "another second factor": (
        request: Parameters<typeof endUserSessions>[0] & { actor: Actor },
      ) => resetSecondFactor({ ...request, why: "Téléphone perdu", password: OFFICE_PASSWORD }),
    };
    const moments = { "before it is made": "User", "while it is made": "ApiToken" } as const;

    it.each(Object.keys(enders).flatMap((by) => Object.keys(moments).map((at) => [by, at])))(
      "%s, %s: none is left",
      async (by, at) => {
        const { visitor, user, id } = await newMember({ passwordHash, isAdmin: true });
        const { actor } = await newAdmin();
        const request = { actor, userId: id, now: new Date() };
        const model = moments[at as keyof typeof moments];
        const ended = besides(model, model === "User" ? "updateOne" : "find", () =>
          enders[by as keyof typeof enders](request),
        );
        await create(visitor);
        await ended();
        expect(await ApiTokenModel.countDocuments({ userId: user._id })).toBe(0);
      },
    );
  });

  it("revokes one's own alone", async () => {
    const { visitor, user } = await newMember();
    const own = await program(user);
    const other = await program(await createUser());
    const revoke = async ({ _id }: typeof own) =>
      await visitor.visit(tokensPage, PATH, { form: { intent: "revoke", id: _id.toString() } });
    expect((await revoke(other)).status).toBe(303);
    expect((await revoke(own)).status).toBe(303);
    expect((await whoIs(own.visitor)).status).toBe(401);
    expect((await whoIs(other.visitor)).status).toBe(200);
  });
});

describe("a call by token", () => {
  it("is its holder's, within its scope", async () => {
    const user = await createUser();
    const id = user._id.toString();
    const [reader, writer] = [await program(user, "read"), await program(user)];
    const choose = async ({ visitor }: typeof reader, whose = id) =>
      await visitor.visit(cookies, `/api/auth/setting-cookies/${whose}`, {
        json: { cookies: true },
        params: { id: whose },
      });
    const refused = await choose(reader);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain("insufficient_scope");
    expect(await storedUser(id)).not.toHaveProperty("cookiesSet");
    expect((await choose(writer)).status).toBe(200);
    expect((await storedUser(id))?.cookiesSet).toBe(true);
    expect((await choose(writer, (await createUser())._id.toString())).status).toBe(403);
  });

  it.each(["", "pds_", "jeton", makeApiToken()])("'%s', which is none, is a 401", async (token) => {
    for (const [loader, path] of [
      [checkAuth, "/api/auth/check-auth"] as const,
      [venues, "/api/location/get-all"] as const,
    ]) {
      const response = await new Visitor(undefined, token).visit(loader, path);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    }
  });

  it("is a 401 once the token is over or its holder banned", async () => {
    const user = await createUser();
    const now = new Date();
    const { visitor } = await program(user, "read", addMinutes(now, 5));
    expect((await whoIs(visitor)).status).toBe(200);
    const over = await program(user, "read", addMinutes(now, -1));
    expect((await whoIs(over.visitor)).status).toBe(401);
    await UserModel.updateOne({ _id: user._id }, { $set: { bannedAt: now } });
    expect((await whoIs(visitor)).status).toBe(401);
  });

  it("is over from the instant on that its token was made for", () => {
    const now = new Date();
    const isOverAt = (ms: number) => isTokenOver({ expiresAt: now }, new Date(now.getTime() + ms));
    expect([-1, 0, 1].map(isOverAt)).toEqual([false, true, true]);
    expect(isTokenOver({}, now)).toBe(false);
  });

  it("is never one about logins, payment accounts or the back-office", async () => {
    const admin = await createUser({ isAdmin: true });
    const { visitor } = await program(admin);
    const json = { email: admin.email, password, code: "123456" };
    for (const call of [
      await visitor.visit(users, "/api/admin/get-users"),
      await visitor.visit(logIn, "/api/auth/login", { json }),
      await visitor.visit(secondFactor, "/api/auth/second-factor", { json }),
      await visitor.visit(openAccount, "/api/stripe/create-connect-account", { json }),
    ]) {
      expect(call.status).toBe(403);
      expect(((await call.json()) as { type: string }).type).toMatch(/#token_refused$/);
    }
    const address = { street: "1 rue", postalCode: "69003", city: "Lyon", country: "France" };
    const other = (await createUser())._id.toString();
    const forOther = { json: { ...address, userId: other } };
    expect((await visitor.visit(editAddress, "/api/send/edit-address", forOther)).status).toBe(403);
    expect(await storedUser(other)).not.toHaveProperty("street");
  });

  it("is counted by token", async () => {
    const user = await createUser();
    const [busy, calm] = [await program(user), await program(user)];
    await whoIs(busy.visitor);
    const [count, ...others] = await RateLimitModel.find().lean();
    expect(others).toEqual([]);
    await RateLimitModel.updateOne({ key: count!.key }, { $set: { points: 600 } });
    const response = await whoIs(busy.visitor);
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await whoIs(calm.visitor)).status).toBe(200);
    // What takes no token answers as its document says, whatever is left of one.
    expect((await busy.visitor.visit(users, "/api/admin/get-users")).status).toBe(403);
  });

  it("is noted, at most once a minute", async () => {
    const { visitor, _id } = await program(await createUser());
    const lastUse = async () => (await ApiTokenModel.findById(_id).lean())?.lastUsedAt;
    await whoIs(visitor);
    expect(await lastUse()).toBeInstanceOf(Date);
    const recent = addMinutes(new Date(), -0.5);
    await ApiTokenModel.updateOne({ _id }, { $set: { lastUsedAt: recent } });
    await whoIs(visitor);
    expect(await lastUse()).toEqual(recent);
    const before = addMinutes(new Date(), -2);
    await ApiTokenModel.updateOne({ _id }, { $set: { lastUsedAt: before } });
    await whoIs(visitor);
    expect((await lastUse())! > before).toBe(true);
  });
});

describe("every token of an account", () => {
  const now = new Date();

  it("ends with its password", async () => {
    const { visitor, user } = await newMember({ passwordHash });
    const { token } = await program(user);
    const fresh = "Platanes-1927";
    const form = { currentPassword: password, password: fresh, passwordConfirmation: fresh };
    await visitor.visit(passwordPage, "/mes-parametres/mot-de-passe", { form });
    expect((await whoIs(new Visitor(undefined, token))).status).toBe(401);
    const { token: link, reset } = newReset(user._id, now);
    await UserModel.updateOne({ _id: user._id }, { $set: { reset } });
    await program(user);
    await resetPassword({ token: link, password: "Marronniers-1943", CGU: true }, now);
    expect(await ApiTokenModel.countDocuments()).toBe(0);
  });

  it("ends with a ban, when its sessions are ended, and when it is closed", async () => {
    const { actor } = await newAdmin();
    const ends: ((userId: string) => Promise<unknown>)[] = [
      (userId) =>
        banForPlatform({
          actor,
          userId,
          why: "Fraude",
          password: OFFICE_PASSWORD,
          coming: "keep",
          now,
        }),
      (userId) => endUserSessions({ actor, userId, now }),
      (userId) => closeAccount(userId, now),
    ];
    for (const end of ends) {
      const user = await createUser();
      await program(user);
      await end(user._id.toString());
      expect(await ApiTokenModel.countDocuments()).toBe(0);
    }
  });

  it("is ended by the office though its holder is logged in nowhere, who is told; the log says how many were", async () => {
    const admin = await newAdmin();
    const user = await createUser();
    const path = `/admin/user/${user._id.toString()}`;
    const press = async () => {
      const answer = await rendered(admin.visitor, path, { intent: "end-sessions" });
      return (await takeToast(after(answer))).toast?.message;
    };
    expect(await (await rendered(admin.visitor, path)).text()).not.toContain('"end-sessions"');
    await program(user);
    await program(user, "read", addMinutes(new Date(), -1));
    const shown = await (await rendered(admin.visitor, path)).text();
    expect(shown).toContain("1 jeton d’API");
    expect(shown).toContain('value="end-sessions"');
    expect(await press()).toBe("Fermé\u00a0: 1 jeton d’API. La personne en est prévenue.");
    expect(await ApiTokenModel.countDocuments()).toBe(0);
    const mails = await MailModel.find({ to: user.email }).lean();
    expect(mails.map(({ subject }) => subject)).toEqual(["Vos jetons d’API sont révoqués"]);
    await loggedIn(user);
    expect(await press()).toBe("Fermé\u00a0: 1 session.");
    expect(await MailModel.countDocuments()).toBe(1);
    const told = await AuditEntryModel.find().sort({ seq: 1 }).lean();
    expect(told.map(({ after: done }) => done)).toEqual(["1 jeton d’API", "1 session"]);
  });

  it("goes with another second factor, whose mail says so", async () => {
    const { actor } = await newAdmin();
    const { _id, email } = await createUser({ isAdmin: true, adminRole: "lecture" });
    await program({ _id });
    const request = { actor, userId: _id.toString(), password: OFFICE_PASSWORD, now };
    const reset = async (at: Date) =>
      await resetSecondFactor({ ...request, why: "Téléphone perdu", now: at });
    await reset(now);
    await reset(addMinutes(now, 1));
    const mails = await MailModel.find({ to: email }).sort({ _id: 1 }).lean();
    expect(mails.map(({ text }) => text?.includes("vos jetons d’API révoqués"))).toEqual([
      true,
      false,
    ]);
  });

  it("is in its holder's file, without its hash", async () => {
    const user = await createUser();
    await program(user);
    const { tokens } = await personalData(user._id.toString(), now);
    expect(tokens).toEqual([
      { name: "Agenda", scope: "write", createdAt: expect.any(Date) as Date },
    ]);
  });
});
