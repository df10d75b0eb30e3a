import { beforeEach, describe, expect, it, vi } from "vitest";
import { MailModel } from "@models/mail";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { verifyPassword } from "~/accounts/password.server";
import { action as logIn } from "~/routes/connexion";
import { action as signup } from "~/routes/inscription";
import { action as askReset } from "~/routes/reinitialiser-mot-de-passe";
import { action, loader } from "~/routes/verification-email";
import { mailedCode, mailedLink, signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { loggedIn, newMember } from "../support/members";
import { age, EMAIL, enter, resend, signedUp, stored, wrong } from "../support/verification";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

/** The password chosen at signup is still the account's, and logs in. */
async function expectPasswordStays(): Promise<void> {
  const { email, password } = signupFields();
  const login = await new Visitor().visit(logIn, "/connexion", { form: { email, password } });
  expect(login.headers.get("location")).toBe("/");
}

describe("a browser that did not sign up", () => {
  const openLink = async (visitor: Visitor, form: Record<string, string>, lien: string) =>
    await visitor.visit(action, `/verification-email?${new URLSearchParams({ lien }).toString()}`, {
      form: { intent: "verify", ...form },
    });

  it("verifies by the mail's button and the code, and then asks for the password", async () => {
    await signedUp();
    const phone = new Visitor();
    const lien = await mailedLink(EMAIL);
    const page = await phone.visit(loader, `/verification-email?lien=${lien}`);
    expect(await page.json()).toEqual({ email: EMAIL, isLoggedIn: false });
    expect(phone.cookies).toEqual([]);
    const refused = await openLink(phone, { code: wrong(await mailedCode(EMAIL)) }, lien);
    expect(refused.status).toBe(422);
    const response = await openLink(phone, { code: await mailedCode(EMAIL) }, lien);
    expect(response.headers.get("location")).toBe("/connexion");
    expect((await stored()).isVerified).toBe(true);
    expect(await SessionModel.countDocuments()).toBe(0);
    await expectPasswordStays();
  });

  it("has the page by the mail's button where another account is logged in, and not that of its own address", async () => {
    await signedUp();
    const lien = await mailedLink(EMAIL);
    const { user, visitor } = await newMember();
    const page = await visitor.visit(loader, `/verification-email?lien=${lien}`);
    expect(await page.json()).toEqual({ email: EMAIL, isLoggedIn: true });
    const response = await openLink(visitor, { code: await mailedCode(EMAIL) }, lien);
    expect(response.headers.get("location")).toBe("/connexion");
    expect((await stored()).isVerified).toBe(true);
    expect((await visitor.context().session.viewer())?.id).toBe(user._id.toString());
    const own = await loggedIn(await stored());
    for (const path of ["", `?lien=${lien}`]) {
      const opened = own.visitor.visit(loader, `/verification-email${path}`);
      await expect(opened).rejects.toMatchObject({ status: 303 });
    }
    await expect(visitor.visit(loader, "/verification-email")).rejects.toMatchObject({
      status: 303,
    });
  });

  it("is led to the login by the mail's button once the address is verified, and by its code", async () => {
    const own = await signedUp();
    const [lien, code] = [await mailedLink(EMAIL), await mailedCode(EMAIL)];
    await enter(own, code);
    await age(600);
    const phone = new Visitor();
    const opened = phone.visit(loader, `/verification-email?lien=${lien}`);
    await expect(opened).rejects.toMatchObject({ status: 303 });
    const { headers } = await opened.catch((response: unknown) => response as Response);
    expect(headers.get("location")).toBe("/connexion");
    expect(headers.getSetCookie()).toHaveLength(1);
    const pressed = await openLink(new Visitor(), { code }, lien);
    expect(pressed.headers.get("location")).toBe("/connexion");
    expect((await openLink(new Visitor(), { code: wrong(code) }, lien)).status).toBe(422);
    await UserModel.updateOne({ email: EMAIL }, { $set: { bannedAt: new Date() } });
    expect((await openLink(new Visitor(), { code }, lien)).status).toBe(422);
  });

  it("is led there on its way to the page that was wanted before the signup", async () => {
    const own = new Visitor();
    await own.visit(signup, "/inscription?vers=/mon-compte", { form: signupFields() });
    const lien = await mailedLink(EMAIL);
    // As with the session that ended since.
    const later = own.clone();
    await enter(own, await mailedCode(EMAIL));
    const opened = later.visit(loader, `/verification-email?lien=${lien}`);
    const { headers } = await opened.catch((response: unknown) => response as Response);
    expect(headers.get("location")).toBe("/connexion?vers=%2Fmon-compte");
  });

  it("believes the address that was typed before the link's", async () => {
    await signedUp();
    const lien = await mailedLink(EMAIL);
    const form = { email: "autre@exemple.fr", code: await mailedCode(EMAIL) };
    expect((await openLink(new Visitor(), form, lien)).status).toBe(422);
    expect((await stored()).isVerified).toBe(false);
  });

  it("verifies by address and code", async () => {
    await signedUp();
    const form = {
      intent: "verify",
      email: ` ${EMAIL.toUpperCase()} `,
      code: await mailedCode(EMAIL),
    };
    const response = await new Visitor().visit(action, "/verification-email", { form });
    expect(response.headers.get("location")).toBe("/connexion");
    await expectPasswordStays();
  });

  it("is asked for the address when nothing tells it", async () => {
    await signedUp();
    const refused = await enter(new Visitor(), await mailedCode(EMAIL));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      fieldErrors: { email: "Saisissez l’adresse e-mail qui a reçu le code." },
    });
    const page = await new Visitor().visit(loader, "/verification-email");
    expect(await page.json()).toEqual({ email: null, isLoggedIn: false });
  });

  it("verifies after it asked for a code", async () => {
    await signedUp();
    await age(2);
    const tablet = new Visitor();
    await resend(tablet);
    const response = await enter(tablet, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toBe("/connexion");
    await expectPasswordStays();
  });

  it.each(["x", "x.y", "W10.AAAA", ""])("is told nothing by a forged link: '%s'", async (lien) => {
    const page = await new Visitor().visit(loader, `/verification-email?lien=${lien}`);
    expect(await page.json()).toEqual({ email: null, isLoggedIn: false });
  });

  it("is told nothing by a link whose address was changed", async () => {
    await signedUp();
    const [, signature] = (await mailedLink(EMAIL)).split(".");
    const payload = Buffer.from(JSON.stringify(["jean@exemple.fr", "x"])).toString("base64url");
    const page = await new Visitor().visit(
      loader,
      `/verification-email?lien=${payload}.${signature}`,
    );
    expect(await page.json()).toMatchObject({ email: null });
  });

  it("cannot use the code of a signup that took its own one's place", async () => {
    const victim = await signedUp();
    await signedUp(new Visitor());
    const response = await enter(victim, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toMatch(/^\/reinitialisation-mot-de-passe\//);
    const { passwordHash } = await stored();
    expect(await verifyPassword(passwordHash, signupFields().password)).toBe(false);
  });

  it("leads to another password again once that dropped one, by a second press or the mail's button", async () => {
    const victim = await signedUp();
    await signedUp(new Visitor());
    const before = victim.clone();
    const [lien, code] = [await mailedLink(EMAIL), await mailedCode(EMAIL)];
    const first = await openLink(victim, { code }, lien);
    expect(first.headers.get("location")).toMatch(/^\/reinitialisation-mot-de-passe\//);
    // As by the second of two presses, whose answer alone a browser takes.
    const second = await openLink(before.clone(), { code }, lien);
    expect(second.headers.get("location")).toBe("/reinitialiser-mot-de-passe");
    const opened = before.visit(loader, `/verification-email?lien=${lien}`);
    const { headers } = await opened.catch((response: unknown) => response as Response);
    expect(headers.get("location")).toBe("/reinitialiser-mot-de-passe");
    const mails = await MailModel.countDocuments();
    await new Visitor().visit(askReset, "/reinitialiser-mot-de-passe", { form: { email: EMAIL } });
    expect(await MailModel.countDocuments()).toBe(mails + 1);
  });

  it("verifies nothing while the sessions of who took its place stay", async () => {
    const victim = await signedUp();
    const stranger = await signedUp(new Visitor());
    const { email, password } = signupFields();
    await stranger.visit(logIn, "/connexion", { form: { email, password } });
    const code = await mailedCode(EMAIL);
    vi.spyOn(SessionModel, "deleteMany").mockImplementationOnce(() => {
      throw new Error("killed");
    });
    expect((await enter(victim, code)).status).toBe(500);
    expect((await stored()).isVerified).toBe(false);
    expect((await enter(victim, code)).status).toBe(303);
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it("is trusted once logged in", async () => {
    await signedUp();
    const visitor = new Visitor();
    const { email, password } = signupFields();
    const login = await visitor.visit(logIn, "/connexion", { form: { email, password } });
    expect(login.headers.get("location")).toBe("/verification-email");
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toBe("/");
  });
});

describe("the browser that signed up", () => {
  it("is led on by the second press of a code that it asked for on the page of an older mail's button", async () => {
    const visitor = await signedUp();
    const path = `/verification-email?lien=${await mailedLink(EMAIL)}`;
    await age(2);
    await visitor.visit(action, path, { form: { intent: "resend", email: EMAIL } });
    const code = await mailedCode(EMAIL);
    const before = visitor.clone();
    const send = (one: Visitor) => one.visit(action, path, { form: { intent: "verify", code } });
    expect((await send(visitor)).headers.get("location")).toBe("/");
    expect((await send(before)).headers.get("location")).toBe("/connexion");
  });

  it("stays trusted after a code asked for at a mistyped address", async () => {
    const visitor = await signedUp();
    await resend(visitor, "marie.durant@exemple.fr");
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toBe("/");
    await expectPasswordStays();
  });

  it("stays trusted after the address was put right again", async () => {
    const visitor = await signedUp();
    await resend(visitor, "marie.durant@exemple.fr");
    await age(2);
    await resend(visitor);
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toBe("/");
    await expectPasswordStays();
  });
});
