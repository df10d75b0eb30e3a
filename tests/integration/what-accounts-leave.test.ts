import { Types } from "mongoose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Secret, TOTP } from "otpauth";
import { ApiTokenModel } from "@models/api-token";
import { ImageModel } from "@models/image";
import { SecondFactorModel } from "@models/second-factor";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { exportAccount } from "~/accounts/export-account.server";
import { hashRecoveryCode } from "~/accounts/recovery-codes.server";
import { parisDayOf } from "~/platform/days";
import { keepState } from "~/platform/known-state.server";
import { AUDIENCES, NOTICE_KINDS } from "~/platform/site-state";
import { mailedCode, mailedLink, mailedToken, signupFields } from "../support/accounts";
import { useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { told } from "../support/left-behind";
import { loggedIn } from "../support/members";
import { hashCheaply } from "../support/password-hash";
import { rendered } from "../support/rendered";
import { framedAt, sent as sentAt, shownAt } from "../support/sent";
import { besides } from "../support/shown";
import { whole } from "../support/personal-data";
import { Visitor } from "../support/visitor";

/**
 * What each act of an account leaves behind, whole: what is stored, mailed, set as a cookie and answered, at an instant
 * that never changes; then what its pages show in states that acts leave. The snapshot is for people to read where it
 * differs (`-u` once the change that it shows is meant).
 */

useDatabase();

const now = new Date("2027-03-10T09:00:00Z");
const chosen = (cookiesSet: boolean) => ({ cookiesSet, cookiesSetOn: parisDayOf(now) });
const PASSWORD = "Tilleuls-1911";
const EMAIL = "marie.durand@exemple.fr";
beforeAll(() => vi.useFakeTimers({ toFake: ["Date"], now }));
afterAll(() => {
  vi.useRealTimers();
});

const sent = (visitor: Visitor, path: string, form: Record<string, string>) =>
  sentAt(visitor, path, form, now);

const shown = (visitor: Visitor, path: string, form?: Record<string, string>) =>
  shownAt(visitor, path, now, form);

const member = async (fields: Parameters<typeof createUser>[0] = {}) =>
  await loggedIn(await createUser({ passwordHash: await hashCheaply(PASSWORD), ...fields }));

it("signing up, verifying, logging in and out", async () => {
  const visitor = new Visitor();
  expect(await sent(visitor, "/inscription", signupFields())).toMatchSnapshot("signed up");
  const resend = { intent: "resend", email: EMAIL };
  expect(await sent(visitor, "/verification-email", resend)).toMatchSnapshot("asked again at once");
  const code = await mailedCode(EMAIL);
  const wrong = { intent: "verify", code: code === "123456" ? "123457" : "123456" };
  expect(await sent(visitor, "/verification-email", wrong)).toMatchSnapshot("wrong code");
  const right = { intent: "verify", code };
  expect(await sent(visitor, "/verification-email", right)).toMatchSnapshot("verified");
  expect(await sent(visitor, "/deconnexion", { a: "" })).toMatchSnapshot("logged out");
  const login = { email: EMAIL, password: PASSWORD };
  const mistaken = { ...login, password: "Marronniers-1911" };
  expect(await sent(visitor, "/connexion", mistaken)).toMatchSnapshot("wrong password");
  expect(await sent(visitor, "/connexion", login)).toMatchSnapshot("logged in");
  expect(await sent(new Visitor(), "/inscription", signupFields())).toMatchSnapshot(
    "known address",
  );
});

it("another password, by mail and by the settings", async () => {
  const email = "reset@exemple.fr";
  const { visitor } = await member({ email, termsAcceptedAt: now });
  const stranger = new Visitor();
  const asking = { email };
  expect(await sent(stranger, "/reinitialiser-mot-de-passe", asking)).toMatchSnapshot("asked for");
  expect(await sent(stranger, "/reinitialiser-mot-de-passe", asking)).toMatchSnapshot("once more");
  const chosen = { password: "Marronniers-1911", passwordConfirmation: "Marronniers-1911" };
  const page = `/reinitialisation-mot-de-passe/${await mailedToken(email)}`;
  expect(await sent(stranger, page, chosen)).toMatchSnapshot("chosen");
  expect(await sent(stranger, page, chosen)).toMatchSnapshot("chosen again");
  const login = { email, password: "Marronniers-1911" };
  await rendered(visitor, "/connexion", login);
  const change = {
    ...{ currentPassword: "Marronniers-1911", password: "Platanes-1911" },
    passwordConfirmation: "Platanes-1911",
  };
  const settings = "/mes-parametres/mot-de-passe";
  expect(await sent(visitor, settings, change)).toMatchSnapshot("changed");
  expect(await sent(visitor, settings, change)).toMatchSnapshot("the old one is wrong by now");
});

it("another address, by a code that is mailed to it", async () => {
  const { visitor } = await member();
  const path = "/mes-parametres/e-mail";
  const email = "anne.petit@exemple.fr";
  const asking = { intent: "ask", email, currentPassword: PASSWORD };
  expect(await sent(visitor, path, asking)).toMatchSnapshot("asked for");
  const right = { intent: "change", code: await mailedCode(email) };
  expect(await sent(visitor, path, right)).toMatchSnapshot("changed");
});

it.each<[path: string, fields: Record<string, string>]>([
  ["/inscription", { role: "Entreprise", entityName: "Les Tilleuls", siret: "732 829 320 00074" }],
  ["/inscription", { role: "Association", entityName: "Les Amis", RNA: "W691234567" }],
  ["/inscription-c", { natureOfCollectivity: "Commune", entityName: "Rouen", INSEE: "732829320" }],
  ["/inscription-master", { role: "Entreprise", entityName: "Halles", siret: "73282932000074" }],
  [
    "/inscription-c-master",
    { natureOfCollectivity: "Commune", entityName: "Caen", INSEE: "732829320" },
  ],
])("%s: %j", async (path, fields) => {
  const email = `${fields.entityName!.replace(" ", "-")}@exemple.fr`;
  expect(await sent(new Visitor(), path, signupFields({ ...fields, email }))).toMatchSnapshot();
});

it("who one is, and where", async () => {
  const { visitor } = await member();
  const identity = {
    ...{ intent: "identity", type: "Entités privés", name: "Anne", lastname: "Petit" },
    ...{ role: "Association", phone: "06 12 34 56 78", entityName: "Les Amis", RNA: "W691234567" },
  };
  expect(await sent(visitor, "/profil", identity)).toMatchSnapshot("identity");
  const address = {
    ...{ intent: "address", street: "1 rue Haute", postalCode: "76000", city: "Rouen" },
    country: "France",
  };
  expect(await sent(visitor, "/profil", address)).toMatchSnapshot("address");
  const cookies = { cookies: "on" };
  expect(await sent(visitor, "/mes-parametres/cookies", cookies)).toMatchSnapshot("cookies");
  expect(await sent(visitor, "/mes-parametres/cookies", { a: "" })).toMatchSnapshot("none");
});

it("tokens and sessions", async () => {
  const { visitor, user } = await member();
  const other = (await loggedIn(user)).visitor;
  await rendered(other, "/profil");
  const token = { intent: "create", name: "Site", scope: "read", life: "30" };
  const path = "/mes-parametres/jetons";
  const proved = { ...token, currentPassword: PASSWORD };
  expect(await sent(visitor, path, { ...token, currentPassword: "x" })).toMatchSnapshot("refused");
  expect(await sent(visitor, path, proved)).toMatchSnapshot("made");
  const { _id } = (await ApiTokenModel.findOne({ userId: user._id }).lean())!;
  const revoked = { intent: "revoke", id: _id.toString() };
  expect(await sent(visitor, path, revoked)).toMatchSnapshot("revoked");
  expect(await SessionModel.countDocuments({ userId: user._id })).toBe(2);
  const others = { intent: "end-others" };
  expect(await sent(visitor, "/mes-parametres/sessions", others)).toMatchSnapshot("others ended");
});

it("linked to a master, and no more", async () => {
  const { visitor: master, user } = await member({
    ...{ masterStatus: "validated", spondorshipCode: "ABCD2345", role: "Entreprise" },
    entityName: "Les Halles",
  });
  const { visitor, id } = await member();
  const path = "/mes-parametres/liason-compte";
  const code = user.spondorshipCode!;
  expect(await sent(visitor, path, { intent: "search", code })).toMatchSnapshot("found");
  expect(await sent(visitor, path, { intent: "link", code })).toMatchSnapshot("linked");
  expect(await sent(visitor, path, { intent: "link", code })).toMatchSnapshot("linked already");
  expect(await sent(visitor, path, { intent: "leave" })).toMatchSnapshot("left");
  await rendered(visitor, path, { intent: "link", code });
  expect(await sent(master, "/mes-parametres/mes-liens", { id })).toMatchSnapshot("taken off");
});

it("the second step of an administrator", async () => {
  const user = await createUser({ isAdmin: true, passwordHash: await hashCheaply(PASSWORD) });
  const visitor = new Visitor();
  await visitor.context().session.start(user._id);
  const page = await (await rendered(visitor, "/seconde-etape")).text();
  const secret = /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/.exec(page)![0].replaceAll(" ", "");
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now.getTime(),
  });
  const enrolled = { intent: "enrol", code };
  expect(await sent(visitor, "/seconde-etape", enrolled)).toMatchSnapshot("enrolled");
  expect(await sent(visitor, "/seconde-etape", { intent: "prove", code })).toMatchSnapshot("used");
  const renewed = { intent: "renew", currentPassword: PASSWORD };
  expect(await sent(visitor, "/seconde-etape", renewed)).toMatchSnapshot("renewed");
  const recoveryCode = "ABCDE-FGH23";
  const recoveryHashes = [hashRecoveryCode(recoveryCode, user._id.toString())];
  await SecondFactorModel.updateOne({ _id: user._id }, { recoveryHashes });
  const elsewhere = new Visitor();
  await elsewhere.context().session.start(user._id);
  const recovered = { intent: "recover", recoveryCode };
  expect(await sent(elsewhere, "/seconde-etape", recovered)).toMatchSnapshot("recovered");
});

it("an account that is closed", async () => {
  const { visitor, id } = await member();
  const closing = { intent: "deactivate", currentPassword: PASSWORD };
  expect(await sent(visitor, "/mes-parametres/desactiver", closing)).toMatchSnapshot();
  expect((await UserModel.findById(id).lean())?.deletedAt).toEqual(now);
});

const COMPANY = {
  ...({ type: "Entités privés", role: "Entreprise", entityName: "Les Halles" } as const),
  ...{ siret: "73282932000074", INSEE: "732829320", phone: "0612345678" },
  ...({ vatRegime: "assujetti", vatNumber: "FR44732829320" } as const),
  ...{ street: "1 rue Haute", postalCode: "76000", city: "Rouen", country: "France" },
};

describe("a profile is shown", () => {
  const kinds: Record<string, Parameters<typeof createUser>[0]> = {
    "of a person": { dateOfBirth: "1990-05-17", phone: "+33612345678" },
    "of a company": COMPANY,
    "of an association of Alsace": {
      ...{ role: "Association", entityName: "Les Amis", vatRegime: "hors champ" },
      ...{ postalCode: "67000", city: "Strasbourg" },
    },
    "of another association": { role: "Association", entityName: "Les Amis", RNA: "W691234567" },
    "of a town": {
      ...{ type: "Collectivité", role: undefined, natureOfCollectivity: "Commune" },
      ...{ entityName: "Rouen", siret: "73282932000074", INSEE: "732829320" },
    },
    "of an administrator": { isAdmin: true, type: undefined, role: undefined },
  };
  it.each(Object.entries(kinds))("%s", async (_kind, fields) => {
    const { visitor } = await member({ createdAt: now, ...fields });
    expect(await shown(visitor, "/profil")).toMatchSnapshot("to read");
    expect(await shown(visitor, "/profil?modifier=identite")).toMatchSnapshot("to change");
  });

  it("of another kind of role, where that is chosen", async () => {
    const { visitor } = await member({ createdAt: now, avatar: new Types.ObjectId(), ...COMPANY });
    const page = "/profil?modifier=identite&role=Association";
    expect(await shown(visitor, page)).toMatchSnapshot("association");
    const form = { intent: "identity", type: "Entités privés", role: "Association" };
    expect(await shown(visitor, page, { ...form, RNA: "W1" })).toMatchSnapshot("refused");
    expect(await shown(visitor, "/profil?modifier=coordonnees")).toMatchSnapshot("address");
  });
});

describe("settings are shown", () => {
  it("with tokens, of which one was just made", async () => {
    const { visitor, user } = await member();
    const page = "/mes-parametres/jetons";
    const createdAt = new Date("2027-01-02T08:00:00Z");
    const old = { userId: user._id, scope: "write" as const, createdAt };
    await ApiTokenModel.create([
      { ...old, name: "Agenda", hash: "a", lastUsedAt: new Date("2027-03-01T10:30:00Z") },
      { ...old, name: "Fini", hash: "b", expiresAt: new Date("2027-03-01T08:00:00Z") },
    ]);
    const wanted = { intent: "create", name: "Site", scope: "read", life: "none" };
    const proved = { ...wanted, currentPassword: PASSWORD };
    expect(await shown(visitor, page, proved)).toMatchSnapshot("made");
  });

  it("with sessions elsewhere, the last used first", async () => {
    const { visitor, user } = await member();
    const elsewhere = { userId: user._id, expiresAt: new Date("2027-03-11T09:00:00Z") };
    await SessionModel.create([
      {
        ...{ ...elsewhere, _id: "a", userAgent: "Mozilla/5.0 (iPhone) Safari/605" },
        ...{
          createdAt: new Date("2027-03-01T08:00:00Z"),
          lastUsedAt: new Date("2027-03-02T08:00:00Z"),
        },
      },
      {
        ...{ ...elsewhere, _id: "b", userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" },
        ...{
          createdAt: new Date("2027-02-01T08:00:00Z"),
          lastUsedAt: new Date("2027-03-09T08:00:00Z"),
        },
      },
      {
        ...{ ...elsewhere, _id: "c", expiresAt: now },
        ...{ createdAt: new Date("2027-02-01T08:00:00Z"), lastUsedAt: now },
      },
    ]);
    expect(await shown(visitor, "/mes-parametres/sessions")).toMatchSnapshot();
    const gone = { intent: "end", id: "unknown" };
    expect(await shown(visitor, "/mes-parametres/sessions", gone)).toMatchSnapshot("gone already");
  });

  it("of a master, and of who is linked to one", async () => {
    const { visitor: master, user } = await member({
      ...{ masterStatus: "validated", spondorshipCode: "WXYZ2345", ...COMPANY },
    });
    const { visitor } = await member({ createdAt: new Date("2026-05-01T09:00:00Z"), ...COMPANY });
    const path = "/mes-parametres/liason-compte";
    const code = user.spondorshipCode!;
    expect(await shown(master, "/mes-parametres/mes-liens")).toMatchSnapshot("nobody");
    expect(await shown(visitor, path, { intent: "search", code })).toMatchSnapshot("found");
    await rendered(visitor, path, { intent: "link", code });
    expect(await shown(visitor, path)).toMatchSnapshot("linked");
    const closed = { link_id: user._id, deletedAt: now };
    await createUser({ createdAt: new Date("2026-04-01T09:00:00Z"), name: "Ancien", ...closed });
    const other = { createdAt: new Date("2026-03-01T09:00:00Z"), link_id: user._id };
    await createUser({ name: "Zoé", lastname: "Petit", ...other });
    expect(await shown(master, "/mes-parametres/mes-liens")).toMatchSnapshot("two");
  });

  it("of an owner, of an administrator, and of who accepts cookies", async () => {
    const owner = await member({ accountId: "acct_1", stripeStats: "active", ...chosen(true) });
    expect(await shown(owner.visitor, "/mes-parametres/mon-compte")).toMatchSnapshot("owner");
    expect(await shown(owner.visitor, "/mes-parametres/cookies")).toMatchSnapshot("accepted");
    const office = await member({ isAdmin: true });
    expect(await shown(office.visitor, "/mes-parametres/mon-compte")).toMatchSnapshot("office");
  });
});

it("what an account takes along of itself", async () => {
  const { user, id, visitor } = await member({ ...COMPANY, createdAt: now, lock: 3 });
  const image = { _id: new Types.ObjectId(), owner: user._id, createdAt: now };
  const size = { width: 640, height: 480, widths: [320, 640] };
  await ImageModel.create({ ...image, ...size, purpose: "avatar" });
  const token = { userId: user._id, name: "Agenda", hash: "c", createdAt: now };
  await ApiTokenModel.create({ ...token, scope: "read" });
  await rendered(visitor, "/reinitialiser-mot-de-passe", { email: user.email });
  const account = await whole(await exportAccount(id));
  expect(told(account, now)).toMatchSnapshot();
  await expect(exportAccount(new Types.ObjectId().toString())).rejects.toMatchObject({
    code: "not_found",
  });
});

it("what a login leads through is shown", async () => {
  const visitor = new Visitor();
  const email = "chemin@exemple.fr";
  expect(await shown(visitor, "/connexion?vers=%2Fmes-demandes")).toMatchSnapshot("way back");
  await rendered(visitor, "/inscription", signupFields({ email }));
  const page = "/verification-email";
  expect(await shown(visitor, page)).toMatchSnapshot("pending");
  const lien = await mailedLink(email);
  expect(await shown(new Visitor(), `${page}?lien=${lien}`)).toMatchSnapshot("mailed link");
  const wrong = { intent: "verify", code: "12" };
  expect(await shown(visitor, page, wrong)).toMatchSnapshot("no code");
  const resend = { intent: "resend", email: "chemin@" };
  expect(await shown(visitor, page, resend)).toMatchSnapshot("no address");
  const half = await member({ isVerified: false });
  expect(await shown(half.visitor, page)).toMatchSnapshot("logged in");
  await member({ email: "oubli@exemple.fr", termsAcceptedAt: now });
  await rendered(visitor, "/reinitialiser-mot-de-passe", { email: "oubli@exemple.fr" });
  const reset = `/reinitialisation-mot-de-passe/${await mailedToken("oubli@exemple.fr")}`;
  expect(await shown(visitor, reset)).toMatchSnapshot("reset");
  const short = { password: "court", passwordConfirmation: "courte" };
  expect(await shown(visitor, reset, short)).toMatchSnapshot("reset refused");
});

describe("a signup that is refused shows what was typed", () => {
  it.each([
    ["/inscription", { role: "Association", RNA: "W691234567", withoutRna: "on" }],
    ["/inscription-master", { role: "Entreprise", siret: "1" }],
    ["/inscription-c", { natureOfCollectivity: "Région", INSEE: "732829320" }],
    ["/inscription-c-master", { natureOfCollectivity: "Département", siret: "1" }],
  ])("%s", async (path, fields) => {
    const form = signupFields({ password: "azerty123", ...fields });
    expect(await shown(new Visitor(), path, form)).toMatchSnapshot();
  });
});

it("the second step is shown", async () => {
  const email = "bureau@exemple.fr";
  const passwordHash = await hashCheaply(PASSWORD);
  const user = await createUser({ isAdmin: true, email, passwordHash });
  const visitor = new Visitor();
  await visitor.context().session.start(user._id);
  const page = "/seconde-etape?vers=%2Fadmin%2Fuser";
  const offered = await (await rendered(visitor, page)).text();
  expect(await shown(visitor, page)).toMatchSnapshot("offered");
  expect(await shown(visitor, page, { intent: "enrol", code: "000000" })).toMatchSnapshot("wrong");
  const secret = /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/.exec(offered)![0].replaceAll(" ", "");
  const otp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = otp.generate({ timestamp: now.getTime() });
  expect(await shown(visitor, page, { intent: "enrol", code })).toMatchSnapshot("enrolled");
  expect(await shown(visitor, page)).toMatchSnapshot("passed");
  const unproved = { intent: "renew", currentPassword: "x" };
  expect(await shown(visitor, page, unproved)).toMatchSnapshot("renewal refused");
  for (const [left, name] of [
    [1, "one left"],
    [0, "none left"],
  ] as const) {
    await SecondFactorModel.updateOne({ _id: user._id }, { recoveryHashes: Array(left).fill("x") });
    expect(await shown(visitor, page)).toMatchSnapshot(name);
  }
  const again = new Visitor();
  await again.context().session.start(user._id);
  expect(await shown(again, page)).toMatchSnapshot("asked again");
  const recovery = { intent: "recover", recoveryCode: "AAAAA-AAAAA" };
  expect(await shown(again, page, recovery)).toMatchSnapshot("no such code");
});

describe("around a page stands", () => {
  const framed = (visitor: Visitor, path: string) => framedAt(visitor, path, now);
  /** Beside, and instead of, what stands around a stranger's page. */
  let ofStranger: string;
  const own = async (visitor: Visitor, path: string) =>
    besides(await framed(visitor, path), ofStranger);
  beforeAll(async () => {
    ofStranger = await framed(new Visitor(), "/connexion");
  });

  it("of a stranger, of who is to verify an address", async () => {
    expect(ofStranger).toMatchSnapshot("stranger");
    const { visitor } = await member({ isVerified: false });
    expect(await own(visitor, "/verification-email")).toMatchSnapshot("unverified");
  });

  it("of a member: the cookies' banner, menus, and what was just done", async () => {
    const { visitor } = await member();
    expect(await own(visitor, "/profil")).toMatchSnapshot("profile");
    expect(await own(visitor, "/mes-parametres/sessions")).toMatchSnapshot("settings");
    await rendered(visitor, "/mes-parametres/cookies", { cookies: "on" });
    expect(await own(visitor, "/mes-parametres/cookies")).toMatchSnapshot("done");
  });

  it("of an owner who is a master, and of an administrator", async () => {
    const fields = { accountId: "acct_2", ...chosen(false), spondorshipCode: "ZZZZ2345" };
    const { visitor } = await member(fields);
    expect(await own(visitor, "/mes-parametres/cookies")).toMatchSnapshot("owner and master");
    const office = await member({ isAdmin: true });
    expect(await own(office.visitor, "/profil")).toMatchSnapshot("administrator");
  });

  it("of a site with banners, of which each reader sees their own, and which is closed", async () => {
    const until = new Date("2027-03-11T09:00:00Z");
    const notices = AUDIENCES.flatMap((audience) =>
      NOTICE_KINDS.map((kind) => {
        const id = `${kind}-${audience}`;
        const link = kind === "attention" ? { link: "/contact" } : {};
        return { id, kind, audience, text: `Pour ${audience}`, ...link, from: now, until };
      }),
    );
    const maintenance = { message: "Nous changeons de serveur.", from: now };
    keepState(JSON.stringify({ notices, maintenance }));
    try {
      expect(await own(new Visitor(), "/connexion")).toMatchSnapshot("stranger");
      const { visitor } = await member({ ...chosen(true) });
      expect(await own(visitor, "/profil")).toMatchSnapshot("member");
      const office = await member({ isAdmin: true, accountId: "acct_3", ...chosen(true) });
      expect(await own(office.visitor, "/profil")).toMatchSnapshot("administrator");
    } finally {
      keepState("");
    }
  });
});
