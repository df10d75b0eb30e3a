import { readFileSync } from "node:fs";
import { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { knownDevice, rememberDevice } from "~/accounts/known-device.server";
import { hashRecoveryCode, recoveryHashesOf } from "~/accounts/recovery-codes.server";
import { INVITATION_DAYS, newReset } from "~/accounts/reset-link.server";
import { offeredSecrets, openSecret, sealSecret } from "~/accounts/totp.server";
import { codeOf, isCodeOf, newVerification } from "~/accounts/verification-code.server";
import { readVerificationLink, verificationLink } from "~/accounts/verification-link.server";
import { feedAddress, opensFeed, readFeedName } from "~/bookings/calendars/feed-address.server";
import {
  ANY_ADDRESS,
  answerToken,
  readAnswerToken,
  readLateToken,
} from "~/bookings/mail/answer-link.server";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { lastAppealDay } from "~/reports/appeal-limit";
import { appealLink, readAppealToken } from "~/reports/appeal-link.server";
import { env } from "./env.server";
import { SESSION_LIFETIME_MS } from "./session.server";
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
    const token = answerToken(id.toString(), addMinutes(now, 60), email);
    return () => readAnswerToken(token, now, email)?.reservationId === id.toString();
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

  it("mails the link that is good for another hour, and one that is good for longer to its end", () => {
    env.SESSION_SECRET = [NEW];
    const { token, reset } = newReset(id, now);
    expect(reset).toMatchObject({ expiresAt: addMinutes(now, 60), sentAt: now });
    const atItsEnd = addMinutes(now, 60);
    expect(newReset(id, new Date(atItsEnd.getTime() - 1), reset).token).toBe(token);
    expect(newReset(id, atItsEnd, reset).token).not.toBe(token);
    const invitation = { ...reset, expiresAt: addMinutes(now, 10_000) };
    expect(newReset(id, now, invitation).reset.expiresAt).toEqual(invitation.expiresAt);
  });

  it("knows the devices of before, once for each account", async () => {
    const asked = (cookie: string) => new Request("http://localhost/", { headers: { cookie } });
    const cookieOf = ([header]: readonly string[]) => header!.split(";")[0]!;
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

describe("before the old secret is dropped, the operator waits as long as what it opens is good", () => {
  const day = (count: number, from = now) => addMinutes(from, count * DAY_MINUTES);
  const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  /** Its words, on one line. */
  const step = guide
    .slice(guide.indexOf("3. `new`: the old one opens nothing"))
    .replace(/\s+/g, " ");

  it("a code an hour, an invitation and a session their days", () => {
    expect(step).toContain("codes and links of a forgotten password are good for an hour at most");
    const hour = addMinutes(now, 60).getTime();
    expect(newVerification(now, undefined).expiresAt.getTime()).toBeLessThanOrEqual(hour);
    expect(newReset(id, now).reset.expiresAt.getTime()).toBeLessThanOrEqual(hour);
    expect(step).toContain(`invitations for ${INVITATION_DAYS} days`);
    const sessionDays = SESSION_LIFETIME_MS / 60_000 / DAY_MINUTES;
    expect(step).toContain(`sessions for ${sessionDays} days after their last use`);
  });

  it("an owner's link to answer, of a request that has a day", () => {
    expect(step).toContain("owners' answer links for 31 days");
    const token = answerToken(id.toString(), day(1), email);
    expect(readLateToken(token, addMinutes(day(31), -1), email, "answer-link")).not.toBeNull();
    expect(readLateToken(token, day(31), email, "answer-link")).toBeNull();
    expect(readLateToken(token, day(0), "another@example.com", "answer-link")).toBeNull();
    expect(readLateToken(token, day(0), email, "change-link")).toBeNull();
  });

  it("a link to appeal", () => {
    expect(step).toContain("appeals against a decision for six months");
    const at = new Date("2027-01-15T12:00:00Z");
    expect(lastAppealDay({ at })).toBe("2027-07-15");
  });
});

/** Mails, calendars and accounts hold these since an earlier release: a newer one that made them otherwise would void them. */
describe("what was given out before is read for good", () => {
  const whose = new Types.ObjectId("0123456789abcdef01234567");
  const until = new Date("2026-11-21T09:30:00Z");
  beforeEach(() => {
    env.SESSION_SECRET = [OLD];
  });

  it.each(["answer-link", "change-link", "offer-link"] as const)("a token of %s", (purpose) => {
    const given = {
      "answer-link": "ASNFZ4mrze8BI0VnawFkmDq58WJj2qReSjXGuE5g2Lc",
      "change-link": "ASNFZ4mrze8BI0VnawFkmAG9sCPTRzM_V0yiKKYHNNg",
      "offer-link": "ASNFZ4mrze8BI0VnawFkmJhz4OafQlJjp57f_9YjrpM",
    }[purpose];
    const own = { reservationId: whose.toString() };
    const address = purpose === "offer-link" ? ANY_ADDRESS : email;
    expect(readAnswerToken(given, addMinutes(until, -1), address, purpose)).toEqual(own);
    expect(readAnswerToken(given, new Date(until.getTime() - 1), address, purpose)).toEqual(own);
    expect(readAnswerToken(given, until, address, purpose)).toBeNull();
  });

  it("the address of a feed", () => {
    const given = "ASNFZ4mrze8BI0VnxoMy5h9r2OCBpAxJ8HsN9Q.ics";
    expect(lastPart(feedAddress(whose.toString(), "salt"))).toBe(given);
    const { venueId, secret } = readFeedName(given)!;
    expect(venueId).toBe(whose.toString());
    expect(opensFeed(secret, venueId, "salt")).toBe(true);
  });

  it("a link to appeal", () => {
    expect(
      readAppealToken("0123456789abcdef01234567JECIwHH2CVamZIqqLv_D1x-n7-PRbT1-tWW3Ez52S1k"),
    ).toBe(whose.toString());
  });

  it("a code, and the link of its mail", () => {
    expect(isCodeOf("106098", whose, { seed: "seed" })).toBe(true);
    expect(
      readVerificationLink(
        "WyJob25vcmluZUBleGFtcGxlLmNvbSIsInNlZWQiXQ.zYs4qJPQlt_Vqq5A6lWYABOBiTFaZs55fHqpfniWJ-0",
      ),
    ).toEqual({ email, seed: "seed" });
  });

  it("a link to choose a password", () => {
    const current = {
      seed: "seed",
      tokenHash: "c1fb38bd807da042c3652b4fcf9c451c7f0850f5cd723e785fec7216ed3d25e6",
      expiresAt: until,
      sentAt: now,
    };
    expect(newReset(whose, addMinutes(until, -1), current)).toMatchObject({
      token: "17o1gmcXG3KX0pAVBPil_vg5VP1r-p7f794c80MkDdY",
      reset: { tokenHash: "c1fb38bd807da042c3652b4fcf9c451c7f0850f5cd723e785fec7216ed3d25e6" },
    });
  });

  it("a second factor and its recovery codes", () => {
    expect(
      openSecret("GcT4dtHJpkkhtB_JhousdrGCZW8eiVxqRh2dqiitHWB6n85BHe7YpLssTnI", whose.toString()),
    ).toBe("ABCDEFGHIJKLMNOP");
    expect(recoveryHashesOf("abcde-fgh23", whose.toString())).toEqual([
      "a098d72e92a10205a375a74d5a1a371db0a5ecd47648cc48c2dc430979a43ade",
    ]);
  });

  it("the cookie of a device", async () => {
    const asked = new Request("http://localhost/", {
      headers: {
        cookie:
          "device=eyJrZXkiOiJWdkQxNUIyZFhFVWJWbmt4VjNZb1NqdVhzMzVvQ3NvdTV3SmFlc1VicmtFIiwiYWNjb3VudHMiOlsiYTE1MzRkYjNkMzE3NWI3MzEyNDUwNzk0Yjc4NTFjNWQiXX0%3D.ckY65ZyP3PRcp9hkvWERBcBR8hNAzgUiYCnq9GqqO2o",
      },
    });
    expect(await knownDevice(asked, email)).toBe("a1534db3d3175b7312450794b7851c5d");
  });
});
