import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Secret, TOTP } from "otpauth";
import { ApiTokenModel } from "@models/api-token";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { mailedCode, mailedToken, signupFields } from "../support/accounts";
import { useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { hashCheaply } from "../support/password-hash";
import { rendered } from "../support/rendered";
import { sent as sentAt } from "../support/sent";
import { Visitor } from "../support/visitor";

/**
 * What each act of an account leaves behind, whole: what is stored, mailed, set as a cookie and answered, at an instant
 * that never changes. The snapshot is for people to read where it differs (`-u` once the change that it shows is meant).
 */

useDatabase();

const now = new Date("2027-03-10T09:00:00Z");
const PASSWORD = "Tilleuls-1911";
const EMAIL = "marie.durand@exemple.fr";
beforeAll(() => vi.useFakeTimers({ toFake: ["Date"], now }));
afterAll(() => {
  vi.useRealTimers();
});

const sent = (visitor: Visitor, path: string, form: Record<string, string>) =>
  sentAt(visitor, path, form, now);

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
  const { visitor } = await member({ email });
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
    ...{ intent: "identity", name: "Anne", lastname: "Petit", role: "Association" },
    ...{ phone: "06 12 34 56 78", entityName: "Les Amis", RNA: "W691234567" },
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
});

it("an account that is closed", async () => {
  const { visitor, id } = await member();
  const closing = { intent: "deactivate", currentPassword: PASSWORD };
  expect(await sent(visitor, "/mes-parametres/desactiver", closing)).toMatchSnapshot();
  expect((await UserModel.findById(id).lean())?.deletedAt).toEqual(now);
});
