import mongoose from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MailModel } from "@models/mail";
import { RateLimitModel } from "@models/rate-limit";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { forgetCodes } from "~/accounts/forget-signups.server";
import { limit } from "~/platform/web/rate-limit.server";
import { takeToast } from "~/platform/web/toast.server";
import { action as apiNewCode } from "~/routes/api/auth/new-code";
import { action as apiVerify } from "~/routes/api/auth/verify-email";
import { action as logIn } from "~/routes/connexion";
import { action as signup } from "~/routes/inscription";
import { action as masterSignup } from "~/routes/inscription-master";
import { action, loader } from "~/routes/verification-email";
import { mailedCode, mailedLink, signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { age, EMAIL, enter, resend, signedUp, stored, wrong } from "../support/verification";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const ALREADY = "E-mail déjà vérifié. Connectez-vous pour continuer.";
const toastOf = async (response: Response) => {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith("toast="))!;
  return (await takeToast(new Request("http://localhost/", { headers: { cookie } }))).toast;
};
const messageOf = async (response: Response) =>
  Object.values(((await response.json()) as { fieldErrors: object }).fieldErrors)[0] as string;

describe("the mailed code", () => {
  it("verifies the e-mail and starts the session", async () => {
    const visitor = await signedUp();
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/");
    const user = await stored();
    expect(user.isVerified).toBe(true);
    expect(user.lastLogin).toBeInstanceOf(Date);
    expect((await visitor.context().session.viewer())?.id).toBe(user._id.toString());
    expect(visitor.cookies.sort()).toEqual(["device", "session", "toast"]);
  });

  it("may be written with a space", async () => {
    const visitor = await signedUp();
    const code = await mailedCode(EMAIL);
    expect((await enter(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303);
  });

  it("is refused when wrong, and not told apart from one for an unknown address", async () => {
    const visitor = await signedUp();
    const refused = await enter(visitor, wrong(await mailedCode(EMAIL)));
    expect(refused.status).toBe(422);
    const body = await refused.text();
    expect(body).toContain("Erreur de vérification de l’e-mail");
    for (const email of ["inconnue@exemple.fr", EMAIL]) {
      const form = { intent: "verify", code: "12 34 56", email };
      const stranger = await new Visitor().visit(action, "/verification-email", { form });
      const said = (await stranger.text()).replace(`,"email":"${email}"`, "");
      expect([stranger.status, said]).toEqual([422, body]);
    }
    expect((await stored()).isVerified).toBe(false);
  });

  it.each(["", "12345", "1234567", "12345a", "١٢٣٤٥٦"])("is no code: '%s'", async (code) => {
    expect(await messageOf(await enter(new Visitor(), code))).toBe(
      "Saisissez les 6 chiffres du code.",
    );
  });

  it("starts no session of an account that is banned at that moment", async () => {
    const visitor = await signedUp();
    const code = await mailedCode(EMAIL);
    justBefore("User", "updateOne", async () => {
      await UserModel.updateOne({ email: EMAIL }, { $set: { bannedAt: new Date() } });
    });
    expect((await enter(visitor, code)).status).toBe(422);
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it("serves once", async () => {
    const visitor = await signedUp();
    const other = await signedUp();
    const code = await mailedCode(EMAIL);
    const responses = await Promise.all([enter(other, code), enter(other, code)]);
    // Who presses twice is told where to go on; one of the two has verified it.
    expect(responses.map(({ headers }) => headers.get("location")).sort()).toEqual([
      ...["/", "/connexion"],
    ]);
    expect((await enter(visitor, code)).status).toBe(422);
    expect(await SessionModel.countDocuments()).toBe(1);
  });

  it("verifies nothing while the session cannot be started, and both once it can", async () => {
    const visitor = await signedUp();
    const code = await mailedCode(EMAIL);
    const away = new mongoose.mongo.MongoNetworkError("away");
    const broken = vi.spyOn(SessionModel, "create").mockRejectedValueOnce(away);
    expect((await enter(visitor, code)).status).toBe(503);
    expect(broken).toHaveBeenCalledOnce();
    broken.mockRestore();
    expect((await stored()).isVerified).toBe(false);
    expect(visitor.cookies).toEqual(["pending-email"]);
    expect((await enter(visitor, code)).headers.get("location")).toBe("/");
    expect((await visitor.context().session.viewer())?.id).toBe((await stored())._id.toString());
  });

  it("entered again by the browser that verified it leads on, with the session or to the login", async () => {
    const visitor = await signedUp();
    const before = visitor.clone();
    const code = await mailedCode(EMAIL);
    await enter(visitor, code);
    const again = await enter(visitor, code);
    expect(again.headers.get("location")).toBe("/");
    // As by the second of two presses, whose answer alone a browser takes.
    const second = await enter(before, code);
    expect(second.headers.get("location")).toBe("/connexion");
    expect(await toastOf(second)).toEqual({ type: "blank", message: ALREADY });
    expect(await SessionModel.countDocuments()).toBe(1);
    expect((await enter(before, wrong(code))).status).toBe(422);
    const form = { intent: "verify", code, email: EMAIL };
    // Nobody else learns whether there is an account.
    const stranger = await new Visitor().visit(action, "/verification-email", { form });
    expect(stranger.status).toBe(422);
    await age(15.1);
    expect((await enter(before, code)).status).toBe(422);
  });

  it("leads on to the page that was wanted before the signup, on this site only", async () => {
    for (const [vers, wanted] of [
      ["/ajouter-location?modele=1", "/ajouter-location?modele=1"],
      ["//evil.example", "/"],
      ["/\\evil.example", "/"],
      ["/\t/evil.example", "/"],
      ["https://evil.example/", "/"],
      // A longer cookie browsers would drop, and the signup's key with it.
      [`/${"é".repeat(500)}`, "/"],
    ] as const) {
      const visitor = new Visitor();
      const path = `/inscription?vers=${encodeURIComponent(vers)}`;
      await visitor.visit(signup, path, { form: signupFields() });
      // Another code that was asked for changes nothing of it.
      await resend(visitor, "autre@exemple.fr");
      const second = visitor.clone();
      const code = await mailedCode(EMAIL);
      expect((await enter(visitor, code)).headers.get("location")).toBe(wanted);
      const login = wanted === "/" ? "" : `?vers=${encodeURIComponent(wanted)}`;
      expect((await enter(second, code)).headers.get("location")).toBe(`/connexion${login}`);
      await UserModel.deleteMany({});
    }
  });

  it("leads on to the page that was wanted before a login, whatever was wanted before the signup", async () => {
    const login = async (visitor: Visitor, vers: string) => {
      const { email, password } = signupFields();
      const path = `/connexion?vers=${encodeURIComponent(vers)}`;
      await visitor.visit(logIn, path, { form: { email, password } });
    };
    for (const [wanted, location] of [
      [["/mon-compte"], "/mon-compte"],
      [["/mon-compte", "/"], "/mon-compte"],
      [["/mon-compte", "//evil.example"], "/mon-compte"],
      [["/mon-compte", "/mes-demandes"], "/mes-demandes"],
      [["/mon-compte", `/${"é".repeat(500)}`], "/"],
    ] as const) {
      const visitor = new Visitor();
      await visitor.visit(signup, "/inscription?vers=/contact", { form: signupFields() });
      for (const vers of wanted) await login(visitor, vers);
      const code = await mailedCode(EMAIL);
      expect((await enter(visitor, code)).headers.get("location")).toBe(location);
      await UserModel.deleteMany({});
    }
  });

  it("is forgotten once its time is over", async () => {
    const visitor = await signedUp();
    await enter(visitor, await mailedCode(EMAIL));
    await forgetCodes(new Date());
    expect(await stored()).toHaveProperty("verification");
    await age(15.1);
    await forgetCodes(new Date());
    expect(await stored()).not.toHaveProperty("verification");
  });

  it("is no longer good after 15 minutes", async () => {
    const visitor = await signedUp();
    const code = await mailedCode(EMAIL);
    await age(15.1);
    expect((await enter(visitor, code)).status).toBe(422);
  });

  it("is not looked at after five wrong ones: that is said, with the wait, until another is asked for", async () => {
    const visitor = await signedUp();
    const code = await mailedCode(EMAIL);
    for (let index = 0; index < 5; index += 1) await enter(visitor, wrong(code));
    const refused = await enter(visitor, code);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect(await refused.text()).toContain("Trop de tentatives. Patientez ");
    expect((await stored()).isVerified).toBe(false);
    // Within the minute no other is mailed: this one is good, and is said to be.
    await resend(visitor);
    expect((await enter(visitor, code)).status).toBe(303);
  });

  it("is refused alike after five tries for a known address and for an unknown one", async () => {
    await signedUp();
    const answers = [];
    for (const email of [EMAIL, "inconnue@exemple.fr"]) {
      const visitor = new Visitor();
      const form = { intent: "verify", code: wrong(await mailedCode(EMAIL)), email };
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) {
        const { status } = await visitor.visit(action, "/verification-email", { form });
        statuses.push(status);
      }
      const json = { code: form.code, email };
      const { status } = await visitor.visit(apiVerify, "/api/auth/verify-email", { json });
      answers.push([...statuses, status]);
    }
    const alike = [...Array<number>(5).fill(422), 429, 429];
    expect(answers).toEqual([alike, alike]);
  });

  it("has new tries by the mail's button once who pressed it has asked for another", async () => {
    await signedUp();
    const phone = new Visitor();
    const path = `/verification-email?lien=${await mailedLink(EMAIL)}`;
    const send = (form: Record<string, string>) => phone.visit(action, path, { form });
    const code = await mailedCode(EMAIL);
    for (let by = 1; by <= 5; by += 1) await send({ intent: "verify", code: wrong(code, by) });
    expect((await send({ intent: "verify", code })).status).toBe(429);
    await age(2);
    const asked = await send({ intent: "resend", email: EMAIL });
    // Where the tries of who opened the mail are counted apart.
    expect(asked.headers.get("location")).toBe(path);
    expect((await send({ intent: "verify", code: await mailedCode(EMAIL) })).status).toBe(303);
  });

  it("attack 8: stands fifty guesses at once: five count", async () => {
    const visitor = await signedUp();
    const code = await mailedCode(EMAIL);
    // Each from an address of its own, so that only the code's own limit holds them.
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => enter(visitor, wrong(code), `198.51.100.${index}`)),
    );
    expect((await enter(visitor, code)).status).toBe(429);
    // What was compared is counted with the address's day too.
    const counts = await RateLimitModel.find().lean();
    expect(counts.find(({ key }) => key.startsWith("code_own:"))?.points).toBe(5);
  });

  it("is limited by address too", async () => {
    const visitor = new Visitor("198.51.100.200");
    await resend(visitor, "inconnue@exemple.fr");
    for (let tries = 0; tries < 28; tries += 1) await limit("verify_code", "198.51.100.200");
    const responses = await Promise.all([1, 2, 3].map(() => enter(visitor, "123456")));
    expect(responses.map(({ status }) => status).sort()).toEqual([422, 422, 429]);
  });
});

describe("a master's submission", () => {
  it("has its e-mail verified and waits for an administrator, without a session", async () => {
    const visitor = new Visitor();
    await visitor.visit(masterSignup, "/inscription-master", { form: signupFields() });
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toBe("/connexion");
    const { toast } = await takeToast(
      new Request("http://localhost/", {
        headers: { cookie: response.headers.get("set-cookie") ?? "" },
      }),
    );
    expect(toast?.message).toContain("Un administrateur examine votre soumission");
    expect(await stored()).toMatchObject({ isVerified: true, masterStatus: "pending" });
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it("is told so too by the mail's button once its e-mail is verified, and nothing once it is refused", async () => {
    const visitor = new Visitor();
    await visitor.visit(masterSignup, "/inscription-master", { form: signupFields() });
    const path = `/verification-email?lien=${await mailedLink(EMAIL)}`;
    await enter(visitor, await mailedCode(EMAIL));
    const open = async () => await new Visitor().visit(loader, path);
    const answer = await open().catch((response: unknown) => response as Response);
    expect(answer.headers.get("location")).toBe("/connexion");
    expect((await toastOf(answer))?.message).toContain(
      "Un administrateur examine votre soumission",
    );
    await UserModel.updateOne({ email: EMAIL }, { masterStatus: "refused" });
    expect(await (await open()).json()).toMatchObject({ email: EMAIL });
  });

  it("has no code any more once it is refused, and is mailed no other", async () => {
    const visitor = new Visitor();
    await visitor.visit(masterSignup, "/inscription-master", { form: signupFields() });
    const code = await mailedCode(EMAIL);
    await UserModel.updateOne({ email: EMAIL }, { masterStatus: "refused" });
    expect((await enter(visitor, code)).status).toBe(422);
    await age(2);
    await resend(visitor);
    expect(await MailModel.countDocuments()).toBe(1);
    expect(await stored()).toMatchObject({ isVerified: false });
    expect(await SessionModel.countDocuments()).toBe(0);
  });
});

describe("asking for a new code", () => {
  it("needs an e-mail", async () => {
    expect(await messageOf(await resend(new Visitor(), " "))).toBe(
      "Le champ e-mail n’est pas rempli.",
    );
    const json = await new Visitor().visit(apiNewCode, "/api/auth/new-code", { json: {} });
    expect(await json.json()).toMatchObject({ message: "Le champ e-mail n’est pas rempli." });
  });

  it("replaces the code, and keeps the browser that signed up", async () => {
    const visitor = await signedUp();
    const first = await mailedCode(EMAIL);
    for (let index = 0; index < 5; index += 1) await enter(visitor, wrong(first));
    await age(2);
    const response = await resend(visitor);
    expect(response.headers.get("location")).toBe("/verification-email");
    const second = await mailedCode(EMAIL);
    if (first !== second) expect((await enter(visitor, first)).status).toBe(422);
    expect((await enter(visitor, second)).headers.get("location")).toBe("/");
  });

  it("mails one a minute at most, whatever is asked at once", async () => {
    const visitor = await signedUp();
    await resend(visitor);
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(1);
    await age(2);
    await Promise.all(Array.from({ length: 5 }, () => resend(visitor)));
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(2);
  });

  it("answers the same for addresses that are unknown, verified or banned", async () => {
    await createUser({ email: "connue@exemple.fr" });
    await createUser({ email: "bannie@exemple.fr", isVerified: false, bannedAt: new Date() });
    await signedUp();
    await age(2);
    const answers = await Promise.all(
      ["connue@exemple.fr", "bannie@exemple.fr", "inconnue@exemple.fr", EMAIL].map(
        async (email) => {
          const visitor = new Visitor();
          const response = await resend(visitor, email);
          return [response.status, response.headers.get("location"), visitor.cookies.sort()];
        },
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await MailModel.countDocuments()).toBe(2);
  });
});

describe("the page", () => {
  it("says where the code went, and lets verified people pass", async () => {
    const visitor = await signedUp();
    const page = await visitor.visit(loader, "/verification-email");
    expect(await page.json()).toEqual({ email: EMAIL, isLoggedIn: false });
    await enter(visitor, await mailedCode(EMAIL));
    const redirect = await visitor
      .visit(loader, "/verification-email")
      .catch((thrown: unknown) => thrown);
    expect((redirect as Response).headers.get("location")).toBe("/");
  });
});

describe("/api/auth/verify-email", () => {
  it("answers the user and starts the session", async () => {
    const visitor = await signedUp();
    const response = await visitor.visit(apiVerify, "/api/auth/verify-email", {
      json: { code: await mailedCode(EMAIL) },
    });
    const body = (await response.json()) as { success: boolean; user: object; next: string };
    expect(body).toMatchObject({
      success: true,
      next: "/",
      message: "E-mail vérifié avec succès",
      user: { email: EMAIL, isVerified: true },
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|seed|verification/);
    expect(visitor.cookies.sort()).toEqual(["device", "session"]);
  });

  it("refuses with the message", async () => {
    const response = await new Visitor().visit(apiVerify, "/api/auth/verify-email", {
      json: { code: "123456", email: EMAIL },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ message: "Erreur de vérification de l’e-mail" });
  });
});
