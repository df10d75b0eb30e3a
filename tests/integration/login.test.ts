import { verify } from "@node-rs/argon2";
import mongoose from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { isEmailAddress } from "~/accounts/email-address";
import { logIn } from "~/accounts/log-in.server";
import { ownUser } from "~/accounts/own-user.server";
import { hashPassword } from "~/accounts/password.server";
import { resetPassword } from "~/accounts/reset-password.server";
import { hashToken } from "~/platform/token.server";
import { Refusal } from "~/platform/refusal";
import { action as apiLogin } from "~/routes/api/auth/login";
import { action, loader } from "~/routes/connexion";
import { action as logOut } from "~/routes/deconnexion";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { rendered } from "../support/rendered";
import { Visitor } from "../support/visitor";

// The real one, whose calls are counted.
vi.mock("@node-rs/argon2", { spy: true });

useDatabase();
beforeEach(emptyDatabase);

const password = "Tilleuls-1911";
const passwordHash = await hashPassword(password);

/** What checking a password against a hash costs: algorithm, version, memory, passes, lanes. */
const costOf = (hash: string) => hash.split("$").slice(1, 4);

const post = (path: string, fields: Record<string, string>) =>
  new Request(`http://localhost${path}`, { method: "POST", body: new URLSearchParams(fields) });

async function submit(
  form: Record<string, string>,
  {
    path = "/connexion",
    as = new Visitor(),
    ip,
  }: { path?: string; as?: Visitor; ip?: string } = {},
) {
  return await as.visit(action, path, { form, ip });
}

describe("logging in", () => {
  it("starts a session and remembers the moment", async () => {
    const user = await createUser({ email: "marie@exemple.fr", passwordHash });
    const as = new Visitor();
    const response = await submit({ email: " Marie@Exemple.fr ", password }, { as });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/");
    expect((await as.context().session.viewer())?.id).toBe(user._id.toString());
    expect((await UserModel.findById(user._id).lean())?.lastLogin).toBeInstanceOf(Date);
  });

  it.each(["o'neil+salle@exemple.fr", "a&b#1@exemple.fr", "contact@exemple.xn--p1ai"])(
    "takes %s, with which one can sign up",
    async (email) => {
      expect(isEmailAddress(email)).toBe(true);
      await createUser({ email, passwordHash });
      expect((await submit({ email, password })).status).toBe(303);
    },
  );

  it("knows an address however its domain is written", async () => {
    const email = "contact@xn--mairie-vian-hbb.fr";
    await createUser({ email, passwordHash });
    for (const typed of [email, "Contact@mairie-évian.fr"]) {
      expect((await submit({ email: typed, password })).status).toBe(303);
    }
  });

  it("takes the longest password that one can choose", async () => {
    const longest = "😀".repeat(128);
    await createUser({ email: "marie@exemple.fr", passwordHash: await hashPassword(longest) });
    const form = { email: "marie@exemple.fr", password: longest };
    expect((await submit(form)).status).toBe(303);
    expect((await submit({ ...form, password: `${longest}x` })).status).toBe(422);
  });

  it("goes back to the page that asked, on this site only", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    const fields = { email: "marie@exemple.fr", password };
    for (const [target, location] of [
      ["/reservation/1?start=2027-06-11", "/reservation/1?start=2027-06-11"],
      ["//evil.example", "/"],
      ["/\\evil.example", "/"],
      ["https:evil.example", "/"],
    ] as const) {
      const path = `/connexion?vers=${encodeURIComponent(target)}`;
      const response = await submit(fields, { path });
      expect(response.headers.get("location")).toBe(location);
      const get = new Request(`http://localhost${path}`);
      expect(
        await loader({ request: get, params: {}, context: new Visitor().context() }),
      ).toMatchObject({ target: location });
    }
  });

  it("changes the session's id and ends the old one", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    const as = new Visitor();
    await submit({ email: "marie@exemple.fr", password }, { as });
    const first = await as.context().session.currentId();
    await submit({ email: "marie@exemple.fr", password }, { as });
    expect(await as.context().session.currentId()).not.toBe(first);
    expect(await SessionModel.countDocuments()).toBe(1);
  });

  it("leads someone unverified to the verification", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash, isVerified: false });
    const response = await submit({ email: "marie@exemple.fr", password });
    expect(response.headers.get("location")).toBe("/verification-email");
  });
});

describe("a login in a browser that has shown no cookie yet", () => {
  const target = "/mes-demandes?page=2";
  const CHECK = `/connexion?${new URLSearchParams({ vers: target, cookies: "attendus" }).toString()}`;
  const lost = "Votre navigateur n’a pas gardé le cookie de connexion";
  const from = async (headers: Record<string, string>) => {
    const sent = post(`/connexion?vers=${encodeURIComponent(target)}`, {
      ...{ email: "marie@exemple.fr", password },
    });
    for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
    const response = await action({ request: sent, params: {}, context: new Visitor().context() });
    expect(response.status).toBe(303);
    return response.headers.get("location");
  };

  it("is led by the page that says so where the cookie does not come back, no other is", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    expect(await from({ "sec-fetch-site": "same-origin" })).toBe(CHECK);
    expect(await from({ "sec-fetch-site": "same-origin", cookie: "a=b" })).toBe(target);
    expect(await from({})).toBe(target);
  });

  it("is told that the cookie did not come back, and leads on from there", async () => {
    const page = await (await rendered(new Visitor(), CHECK)).text();
    expect(page).toContain(lost);
    expect(page).toMatch(/<title>[^<]*Erreur/);
    expect(page).toContain(`action="/connexion?vers=${encodeURIComponent(target)}"`);
    expect(page).not.toContain("attendus");
    for (const path of ["/connexion", "/connexion?cookies=x"])
      expect(await (await rendered(new Visitor(), path)).text()).not.toContain(lost);
    const withCookie = new Request(`http://localhost${CHECK}`, { headers: { cookie: "a=b" } });
    const shown = { request: withCookie, params: {}, context: new Visitor().context() };
    expect(await loader(shown)).toEqual({ target, isCookieLost: false });
  });
});

describe("refusing a login", () => {
  it("says the same whatever was wrong, and never the password back", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    await createUser({ email: "bannie@exemple.fr", passwordHash, bannedAt: new Date() });
    await createUser({ email: "partie@exemple.fr", passwordHash, deletedAt: new Date() });
    await createUser({ email: "refuse@exemple.fr", passwordHash, masterStatus: "refused" });
    for (const [email, tried] of [
      ["marie@exemple.fr", "faux"],
      ["inconnue@exemple.fr", password],
      ["bannie@exemple.fr", password],
      ["partie@exemple.fr", password],
      ["refuse@exemple.fr", password],
    ] as const) {
      const response = await submit({ email, password: tried });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        fieldErrors: { form: "E-mail ou mot de passe incorrect" },
        repopulateFields: { email },
      });
    }
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it("keeps no password in the answer", async () => {
    const response = await submit({ email: "pas une adresse", password });
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain(password);
  });

  it("attack 5: asks the database for texts only", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    const response = await submit({ "email[$gt]": "", password });
    expect(response.status).toBe(400);
  });

  it("speaks French of what no form sends", async () => {
    const answers = [
      await new Visitor().visit(apiLogin, "/", { json: { email: { $gt: "" }, password: 5 } }),
      await new Visitor().visit(apiLogin, "/", { json: { email: ["a@b.fr"], password: null } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ message: new Refusal("invalid").message });
    }
  });

  it.each([
    [true, "Votre soumission est en cours d’examen."],
    [false, "Votre soumission attend la vérification de votre e-mail."],
  ])(
    "tells a master who waits (verified: %s) so, with the right password",
    async (isVerified, said) => {
      const email = "master@exemple.fr";
      await createUser({ email, passwordHash, masterStatus: "pending", isVerified });
      const told = await submit({ email, password });
      expect(told.status).toBe(403);
      expect(await told.text()).toContain(said);
      const guessed = await submit({ email, password: "faux" });
      expect(guessed.status).toBe(401);
      expect(await guessed.text()).toContain("E-mail ou mot de passe incorrect");
      const call = await new Visitor().visit(apiLogin, "/", { json: { email, password } });
      expect([call.status, await call.text()]).toEqual([403, expect.stringContaining(said)]);
      expect(await SessionModel.countDocuments()).toBe(0);
    },
  );

  it("does the same work for a master who waits, so that time tells nothing", async () => {
    await createUser({ email: "master@exemple.fr", passwordHash, masterStatus: "pending" });
    for (const [email, tried] of [
      ["master@exemple.fr", password],
      ["master@exemple.fr", "faux"],
      ["inconnue@exemple.fr", password],
    ] as const) {
      vi.mocked(verify).mockClear();
      await submit({ email, password: tried });
      expect(vi.mocked(verify)).toHaveBeenCalledOnce();
    }
  });

  it("attack 7: stops after ten bad passwords, even for the right one, and only for that account", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    await createUser({ email: "jean@exemple.fr", passwordHash });
    for (let index = 0; index < 10; index += 1) {
      const ip = `198.51.100.${index}`;
      expect((await submit({ email: "marie@exemple.fr", password: "faux" }, { ip })).status).toBe(
        401,
      );
    }
    const refused = await submit({ email: "marie@exemple.fr", password }, { ip: "198.51.100.99" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await submit({ email: "jean@exemple.fr", password })).status).toBe(303);
  });

  it.each([
    ["somewhere new each time", () => new Visitor()],
    ["on a device that is known", (home: Visitor) => home],
  ])("forgets the bad passwords with the right one, %s", async (_, browserOf) => {
    const email = "marie@exemple.fr";
    await createUser({ email, passwordHash });
    const home = new Visitor();
    const enter = async (typed: string) =>
      (await submit({ email, password: typed }, { as: browserOf(home) })).status;
    await submit({ email, password }, { as: home });
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 9; tries += 1) expect(await enter("faux")).toBe(401);
      expect(await enter(password)).toBe(303);
    }
  });

  it("opens no session with a password that is changed at that moment", async () => {
    const token = "a".repeat(43);
    const user = await createUser({
      email: "marie@exemple.fr",
      passwordHash,
      reset: {
        seed: "graine",
        tokenHash: hashToken(token),
        expiresAt: new Date(Date.now() + 60_000),
        sentAt: new Date(),
      },
    });
    justBefore("User", "updateOne", () =>
      resetPassword({ token, password: "Bouleaux-1911", CGU: true }, new Date()),
    );
    const as = new Visitor();
    expect((await submit({ email: "marie@exemple.fr", password }, { as })).status).toBe(401);
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    expect(await as.context().session.viewer()).toBeNull();
  });

  it.each(["bannedAt", "deletedAt"])(
    "opens no session of an account with %s since",
    async (field) => {
      const user = await createUser({ email: "marie@exemple.fr", passwordHash });
      justBefore("User", "updateOne", async () => {
        await UserModel.updateOne({ _id: user._id }, { $set: { [field]: new Date() } });
      });
      const as = new Visitor();
      expect((await submit({ email: "marie@exemple.fr", password }, { as })).status).toBe(401);
      expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
      expect(as.cookies).toEqual([]);
    },
  );

  it("does the same work for an unknown account, so that time tells nothing", async () => {
    await createUser({ email: "marie@exemple.fr", passwordHash });
    const session = new Visitor().context().session;
    const workFor = async (email: string) => {
      const asked: string[] = [];
      mongoose.set("debug", (collection: string, method: string) => {
        asked.push(`${collection}.${method}`);
      });
      vi.mocked(verify).mockClear();
      const tried = logIn(
        { email, password: "faux" },
        { request: post("/connexion", {}), session, now: new Date() },
      );
      await expect(tried).rejects.toEqual(new Refusal("bad_credentials"));
      mongoose.set("debug", false);
      const verified = vi.mocked(verify).mock.calls.map(([hash]) => costOf(String(hash)));
      return { asked, verified };
    };
    const known = await workFor("marie@exemple.fr");
    expect(known.verified).toEqual([costOf(passwordHash)]);
    expect(known.asked).toContain("users.findOne");
    expect(await workFor("inconnue@exemple.fr")).toEqual(known);
  });
});

it("logs out: the cookie and the session are gone", async () => {
  await createUser({ email: "marie@exemple.fr", passwordHash });
  const as = new Visitor();
  await submit({ email: "marie@exemple.fr", password }, { as });
  const { session: old } = as.context();
  const response = await as.visit(logOut, "/deconnexion", { form: {} });
  expect(response.headers.get("location")).toBe("/");
  expect(as.cookies).not.toContain("session");
  expect(await SessionModel.countDocuments()).toBe(0);
  expect(await old.viewer()).toBeNull();
});

it("gives an account back without its secrets", async () => {
  const user = await createUser({ passwordHash, stripeCustomerId: "cus_1" });
  const own = await ownUser(user._id.toString(), new Date());
  expect(own.email).toBe(user.email);
  expect(JSON.stringify(own)).not.toMatch(/argon2|cus_1|passwordHash/);
});
