import { Types } from "mongoose";
import { afterEach, describe, expect, it } from "vitest";
import { knownDevice, rememberDevice } from "~/accounts/known-device.server";
import { hashRecoveryCode, recoveryHashesOf } from "~/accounts/recovery-codes.server";
import { newReset } from "~/accounts/reset-link.server";
import { offeredSecrets, openSecret, sealSecret } from "~/accounts/totp.server";
import { codeOf, isCodeOf, newVerification } from "~/accounts/verification-code.server";
import { readVerificationLink, verificationLink } from "~/accounts/verification-link.server";
import { feedAddress, opensFeed, readFeedName } from "~/bookings/calendars/feed-address.server";
import { answerToken, readAnswerToken } from "~/bookings/mail/answer-link.server";
import { addMinutes } from "~/platform/days";
import { appealLink, readAppealToken } from "~/reports/appeal-link.server";
import { env } from "./env.server";
import { signedCookie } from "./signed-cookie.server";

/** All that is made with SESSION_SECRET, while it is changed and afterwards. */

const atFirst = env.SESSION_SECRET;
const OLD = "the-secret-of-before-that-somebody-saw";
const NEW = "another-secret-that-nobody-has-seen-yet";

const now = new Date();
const id = new Types.ObjectId();
const email = "honorine@example.com";
const lastPart = (url: string) => new URL(url).pathname.split("/").at(-1)!;

/** What is given out: made under the secrets of the moment, and read back under those of another. */
const KINDS: Record<string, () => Promise<() => Promise<boolean> | boolean>> = {
  "a session's cookie": async () => {
    const cookie = await signedCookie("any", 60).serialize("token");
    return async () => (await signedCookie("any", 60).parse(cookie)) === "token";
  },
  "the link to answer a request": async () => {
    const token = answerToken(id.toString(), addMinutes(now, 60));
    return () => readAnswerToken(token, now)?.reservationId === id.toString();
  },
  "the link to appeal": async () => {
    const token = lastPart(appealLink(id.toString()));
    return () => readAppealToken(token) === id.toString();
  },
  "the link of a code's mail": async () => {
    const link = new URL(verificationLink({ email }, newVerification(now, undefined)));
    return () => readVerificationLink(link.searchParams.get("lien")!)?.email === email;
  },
  "a code": async () => {
    const verification = newVerification(now, undefined);
    const code = codeOf(id, verification);
    return () => isCodeOf(code, id, verification);
  },
  "a recovery code": async () => {
    const stored = hashRecoveryCode("ABCDE-FGH23", id.toString());
    return () => recoveryHashesOf("abcdefgh23", id.toString()).includes(stored);
  },
  "a sealed second factor": async () => {
    const sealed = sealSecret("ABCDEFGHIJKLMNOP", id.toString());
    return () => {
      try {
        return openSecret(sealed, id.toString()) === "ABCDEFGHIJKLMNOP";
      } catch {
        return false;
      }
    };
  },
  "the second factor that a page offers": async () => {
    const [offered] = offeredSecrets(id.toString(), "session");
    return () => offeredSecrets(id.toString(), "session").includes(offered);
  },
  "the address of a feed": async () => {
    const { venueId, secret } = readFeedName(lastPart(feedAddress(id.toString(), "salt")))!;
    return () => opensFeed(secret, venueId, "salt");
  },
};

afterEach(() => {
  env.SESSION_SECRET = atFirst;
});

describe.each(Object.entries(KINDS))("%s", (_name, make) => {
  it("holds beside a newer secret, is made by that, and is void once its own is dropped", async () => {
    env.SESSION_SECRET = [OLD];
    const isOldGood = await make();
    env.SESSION_SECRET = [NEW, OLD];
    expect(await isOldGood()).toBe(true);
    const isNewGood = await make();
    env.SESSION_SECRET = [NEW];
    expect([await isOldGood(), await isNewGood()]).toEqual([false, true]);
    env.SESSION_SECRET = [OLD];
    expect(await isNewGood()).toBe(false);
  });
});

describe("while the secret changes", () => {
  it("mails a reset link that is still good again, as it was", () => {
    env.SESSION_SECRET = [OLD];
    const before = newReset(id, now);
    env.SESSION_SECRET = [NEW, OLD];
    expect(newReset(id, now, before.reset).token).toBe(before.token);
    env.SESSION_SECRET = [NEW];
    expect(newReset(id, now, before.reset).token).not.toBe(before.token);
  });

  it("knows the devices of before, once for each account", async () => {
    const asked = (cookie: string) => new Request("http://localhost/", { headers: { cookie } });
    const cookieOf = (header: string) => header.split(";")[0]!;
    env.SESSION_SECRET = [OLD];
    const before = cookieOf(await rememberDevice(asked(""), email));
    const name = await knownDevice(asked(before), email);
    env.SESSION_SECRET = [NEW, OLD];
    expect(await knownDevice(asked(before), email)).toBe(name);
    const after = cookieOf(await rememberDevice(asked(before), email));
    expect(await knownDevice(asked(after), email)).not.toBe(name);
    expect(await knownDevice(asked(after), "another@example.com")).toBeNull();
  });
});
