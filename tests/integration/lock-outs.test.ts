import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MailModel } from "@models/mail";
import { verifyPassword } from "~/accounts/password.server";
import { addMinutes } from "~/platform/days";
import { limit } from "~/platform/web/rate-limit.server";
import { action as logIn } from "~/routes/connexion";
import { action as changePassword } from "~/routes/mes-parametres/mot-de-passe";
import { action as reset } from "~/routes/reinitialisation-mot-de-passe/$token";
import { action as forgot } from "~/routes/reinitialiser-mot-de-passe";
import { action as verification } from "~/routes/verification-email";
import { mailedCode, mailedLink, mailedToken, signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { hashCheaply } from "../support/password-hash";
import { age, EMAIL, resend, signedUp, stored, wrong } from "../support/verification";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

/** Attack 29: a stranger who locks somebody out of their password, their code, their reset. */

const PASSWORD = signupFields().password;
const NEW = "Marronniers-1912";
const passwordHash = await hashCheaply(PASSWORD);

const account = () => createUser({ email: EMAIL, passwordHash, termsAcceptedAt: new Date() });
/** A stranger, each time from somewhere else. */
let strangers = 0;
const stranger = () => new Visitor(`198.51.100.${(strangers += 1) % 250}`);

const entering = (visitor: Visitor, password = PASSWORD, ip?: string) =>
  visitor.visit(logIn, "/connexion", { form: { email: EMAIL, password }, ip });
const asking = (visitor: Visitor) =>
  visitor.visit(forgot, "/reinitialiser-mot-de-passe", { form: { email: EMAIL } });
const choosing = (token: string) =>
  new Visitor().visit(reset, `/reinitialisation-mot-de-passe/${token}`, {
    params: { token },
    form: { password: NEW, passwordConfirmation: NEW },
  });
const verifying = (visitor: Visitor, code: string, lien?: string) =>
  visitor.visit(
    verification,
    `/verification-email${lien ? `?${new URLSearchParams({ lien }).toString()}` : ""}`,
    { form: { intent: "verify", code, email: EMAIL } },
  );

/** Five wrong codes at once. */
const guessCodes = (visitor: Visitor, code: string) =>
  Promise.all([1, 2, 3, 4, 5].map((by) => verifying(visitor, wrong(code, by))));

/** Ten wrong passwords, from ten places. */
async function guessPasswords(): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await entering(stranger(), "faux")).status).toBe(401);
  }
}

describe("attack 29: a stranger's wrong passwords", () => {
  it("leave the account's known devices in, and keep unknown ones out", async () => {
    await account();
    const home = new Visitor();
    await entering(home);
    await guessPasswords();
    expect((await entering(stranger())).status).toBe(429);
    expect((await entering(home)).status).toBe(303);
    // The known device's login gives nobody else new tries.
    expect((await entering(stranger())).status).toBe(429);
  });

  it("leave a device known that only verified the e-mail", async () => {
    const home = await signedUp();
    await verifying(home, await mailedCode(EMAIL));
    await guessPasswords();
    expect((await entering(home)).status).toBe(303);
  });

  it("leave in who shares a computer with somebody who signed up on it since", async () => {
    const anne = { email: "anne@exemple.fr", password: PASSWORD };
    await createUser({ email: anne.email, passwordHash });
    const home = await signedUp();
    const entering = (by: Visitor, password: string) =>
      by.visit(logIn, "/connexion", { form: { ...anne, password } });
    await entering(home, PASSWORD);
    await verifying(home, await mailedCode(EMAIL));
    for (let tries = 0; tries < 10; tries += 1) await entering(stranger(), "faux");
    expect((await entering(stranger(), PASSWORD)).status).toBe(429);
    expect((await entering(home, PASSWORD)).status).toBe(303);
  });

  it("find no device known that logged in before the address was its holder's", async () => {
    const thief = await signedUp();
    expect((await entering(thief)).status).toBe(303);
    expect(thief.cookies).not.toContain("device");
    await verifying(await signedUp(), await mailedCode(EMAIL));
    await guessPasswords();
    expect((await entering(thief)).status).toBe(429);
  });

  it("are counted on a known device too, which is none for other accounts", async () => {
    await account();
    await createUser({ email: "autre@exemple.fr", passwordHash });
    const thief = new Visitor();
    await thief.visit(logIn, "/connexion", {
      form: { email: "autre@exemple.fr", password: PASSWORD },
    });
    await guessPasswords();
    expect((await entering(thief)).status).toBe(429);
    const home = new Visitor();
    const login = { email: "autre@exemple.fr", password: "faux" };
    for (let tries = 0; tries < 10; tries += 1) {
      const { status } = await thief.visit(logIn, "/connexion", { form: login });
      expect(status).toBe(401);
    }
    expect((await thief.visit(logIn, "/connexion", { form: login })).status).toBe(429);
    const right = { ...login, password: PASSWORD };
    expect((await home.visit(logIn, "/connexion", { form: right })).status).toBe(303);
  });

  it("keep the account's holder, logged in, from nothing", async () => {
    await account();
    const home = new Visitor();
    await entering(home);
    await guessPasswords();
    const form = { currentPassword: PASSWORD, password: NEW, passwordConfirmation: NEW };
    const changed = await home.visit(changePassword, "/mes-parametres/mot-de-passe", { form });
    expect(changed.status).toBe(303);
  });

  it("in a session of the account's count there alone", async () => {
    await account();
    const [stolen, home] = [new Visitor(), new Visitor()];
    await entering(stolen);
    await entering(home);
    const form = { currentPassword: "faux", password: NEW, passwordConfirmation: NEW };
    const change = (visitor: Visitor, currentPassword: string) =>
      visitor.visit(changePassword, "/mes-parametres/mot-de-passe", {
        form: { ...form, currentPassword },
      });
    for (let tries = 0; tries < 10; tries += 1) await change(stolen, "faux");
    expect((await change(stolen, PASSWORD)).status).toBe(429);
    expect((await change(home, PASSWORD)).status).toBe(303);
  });
});

describe("attack 29: a stranger's reset requests", () => {
  it("leave the holder the link that is in the mail", async () => {
    await account();
    await asking(new Visitor());
    const link = await mailedToken(EMAIL);
    for (let requests = 0; requests < 5; requests += 1) {
      await age(2, "reset");
      await asking(stranger());
    }
    expect((await choosing(link)).status).toBe(303);
    expect(await verifyPassword((await stored()).passwordHash, NEW)).toBe(true);
  });

  it("past the limit are answered as always, and mail nothing", async () => {
    await account();
    const answers = [];
    for (let requests = 0; requests < 7; requests += 1) {
      const response = await asking(stranger());
      answers.push([response.status, response.headers.get("location"), await response.text()]);
      if (requests < 6) await age(2, "reset");
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(5);
    expect((await choosing(await mailedToken(EMAIL))).status).toBe(303);
  });
});

describe("attack 29: a stranger's codes", () => {
  const signedUpWithCode = async () => {
    const home = await signedUp();
    return { home, code: await mailedCode(EMAIL) };
  };

  it("spend nobody else's tries, from however many browsers", async () => {
    const { home, code } = await signedUpWithCode();
    for (let browsers = 0; browsers < 6; browsers += 1) {
      const visitor = stranger();
      await resend(visitor);
      const refused = await guessCodes(visitor, code);
      expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422));
    }
    expect((await verifying(home, code)).headers.get("location")).toBe("/");
  });

  it("spend none of who opens the mail on another device", async () => {
    const { code } = await signedUpWithCode();
    const lien = await mailedLink(EMAIL);
    for (let browsers = 0; browsers < 6; browsers += 1) {
      await guessCodes(stranger(), code);
    }
    expect((await verifying(stranger(), code)).status).toBe(422);
    const response = await verifying(stranger(), code, lien);
    expect(response.headers.get("location")).toBe("/connexion");
    expect((await stored()).isVerified).toBe(true);
  });

  it("spend none of who opens the mail behind the same address", async () => {
    const { code } = await signedUpWithCode();
    const lien = await mailedLink(EMAIL);
    const inOffice = () => new Visitor("203.0.113.9");
    await guessCodes(inOffice(), code);
    expect((await verifying(inOffice(), code)).status).toBe(429);
    const response = await verifying(inOffice(), code, lien);
    expect(response.headers.get("location")).toBe("/connexion");
  });

  it("are counted by a client's address without the port that a proxy tells beside it", async () => {
    const { code } = await signedUpWithCode();
    const at = (port: number) => new Visitor(`203.0.113.9:${port}`);
    for (let port = 1; port <= 5; port += 1) {
      expect((await verifying(at(port), wrong(code, port))).status).toBe(422);
    }
    expect((await verifying(at(6), wrong(code, 6))).status).toBe(429);
  });

  it("are bounded over all browsers: after twenty the right one is refused too", async () => {
    const { code } = await signedUpWithCode();
    await Promise.all([1, 2, 3, 4].map(() => guessCodes(stranger(), code)));
    expect((await verifying(stranger(), code)).status).toBe(422);
    expect((await stored()).isVerified).toBe(false);
  });

  it("are bounded over all signups too: new codes give no new tries for ever", async () => {
    for (let signups = 0; signups < 4; signups += 1) {
      const { home, code } = await signedUpWithCode();
      await guessCodes(home, code);
    }
    const { home, code } = await signedUpWithCode();
    expect((await verifying(home, code)).status).toBe(422);
    // The mail's own button still works, and the password stays.
    const link = await mailedLink(EMAIL);
    expect((await verifying(stranger(), code, link)).status).toBe(303);
  });

  it("by new signups leave the mail's own button to who signs up, in their own browser too", async () => {
    for (let signups = 0; signups < 4; signups += 1) {
      const guesser = await signedUpWithCode();
      await guessCodes(guesser.home, guesser.code);
    }
    const { home, code } = await signedUpWithCode();
    const response = await verifying(home, code, await mailedLink(EMAIL));
    expect(response.headers.get("location")).toBe("/");
  });

  it("tried after signups with the same address spend none of the last signup's", async () => {
    const { code } = await signedUpWithCode();
    for (let signups = 0; signups < 2; signups += 1) {
      const guesser = await signedUp(stranger());
      const refused = await guessCodes(guesser, code);
      expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422));
    }
    const home = await signedUp();
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(1);
    expect((await verifying(home, code)).headers.get("location")).toBe("/");
  });

  it("asked for do not void the one that the holder has, nor keep them from asking", async () => {
    const { home, code } = await signedUpWithCode();
    for (let requests = 0; requests < 12; requests += 1) {
      await age(2);
      expect((await resend(stranger())).status).toBe(303);
    }
    expect(await MailModel.countDocuments({ to: EMAIL })).toBe(11);
    expect((await resend(home)).status).toBe(303);
    expect((await verifying(home, code)).headers.get("location")).toBe("/");
  });

  describe("asked for until no more are mailed", () => {
    const start = Date.now();
    const atMinute = (minute: number) => vi.setSystemTime(addMinutes(new Date(start), minute));
    const mails = () => MailModel.countDocuments({ to: EMAIL });
    beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
    afterEach(() => void vi.useRealTimers());

    /** Ten signups and as many requests, and one more of each that is mailed nothing. */
    const askForAll = async () => {
      for (let minute = 0; minute < 20; minute += 1) {
        atMinute(minute / 2);
        await (minute % 2 ? resend(stranger()) : signedUp(stranger()));
        // Within the minute that follows a mail, where it is mailed nothing.
        await (minute % 2 ? signedUp(stranger()) : resend(stranger()));
      }
    };

    it.each([10, 16, 30, 45, 59])(
      "leave at minute %i a mailed code that is good to who signs up, and to who asks for it",
      async (minute) => {
        await askForAll();
        atMinute(minute);
        const home = await signedUp();
        const code = await mailedCode(EMAIL);
        await resend(home);
        expect(await mailedCode(EMAIL)).toBe(code);
        expect((await verifying(home, code)).headers.get("location")).toBe("/");
      },
    );

    it("leave one to who signed up before and asks again once theirs has ended", async () => {
      const home = await signedUp();
      for (let tries = 0; tries < 10; tries += 1) await limit("new_code_account", EMAIL);
      atMinute(16);
      await resend(home);
      expect((await verifying(home, await mailedCode(EMAIL))).headers.get("location")).toBe("/");
    });

    it("fill no mailbox: ten an hour of each kind, and one where none is left that is good", async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        atMinute(minute);
        await signedUp(stranger());
        atMinute(minute + 0.5);
        await resend(stranger());
      }
      expect(await mails()).toBeLessThanOrEqual(20 + 4);
    });
  });
});
