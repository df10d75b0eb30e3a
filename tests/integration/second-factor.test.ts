import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { SecondFactorModel } from "@models/second-factor";
import { SessionModel } from "@models/session";
import { UserModel, type User } from "@models/user";
import {
  enrolSecondFactor,
  passByRecoveryCode,
  passSecondFactor,
  secondStep,
} from "~/accounts/second-factor.server";
import { hashRecoveryCode } from "~/accounts/recovery-codes.server";
import { offeredSecrets, openSecret, sealSecret, stepOfCode } from "~/accounts/totp.server";
import { resetFromConsole, resetSecondFactor } from "~/admin/admins/reset-second-factor.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { endAccessTo } from "~/platform/api-token.server";
import { inTransaction } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { limit } from "~/platform/web/rate-limit.server";
import { loader as summary } from "~/routes/api/admin/daily-summary";
import { action as passCall } from "~/routes/api/auth/second-factor";
import { action as page, loader as pageLoader } from "~/routes/seconde-etape";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { hashCheaply } from "../support/password-hash";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { rendered } from "../support/rendered";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const STEP_MS = 30_000;
const LOST = "n’ont peut-être pas été affichés";
const now = new Date();
const later = (steps: number) => new Date(now.getTime() + steps * STEP_MS);
const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
const outcomeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

/** An administrator with a password alone, in a browser of their own. */
async function halfway() {
  const user = await createUser({ isAdmin: true });
  return { user, ...(await again(user)) };
}

async function again(user: { _id: { toString(): string } }) {
  const visitor = new Visitor();
  const id = user._id.toString();
  await visitor.context().session.start(id);
  const step = (at: Date) => ({ viewer: { id }, session: visitor.context().session, now: at });
  return { id, visitor, step };
}

/** The same, enrolled by a code of now. */
async function enrolled() {
  const admin = await halfway();
  const { session } = admin.visitor.context();
  const offer = await secondStep((await session.viewer())!, session);
  if (offer.state !== "enrol") throw new Error(offer.state);
  const codes = await enrolSecondFactor(codeAt(offer.secret, now), admin.step(now));
  return { ...admin, secret: offer.secret, codes };
}

const summaryStatus = async (visitor: Visitor) =>
  (await visitor.visit(summary, "/api/admin/daily-summary")).status;

describe("enrolment", () => {
  it("offers one secret a session, stores none until a code proves it, and then opens the office", async () => {
    const { visitor, id } = await halfway();
    const look = async () =>
      (await (await visitor.visit(pageLoader, "/seconde-etape")).json()) as {
        step: { state: string; secret: string };
      };
    const { step } = await look();
    expect((await look()).step.secret).toBe(step.secret);
    expect(await SecondFactorModel.countDocuments()).toBe(0);
    expect(await summaryStatus(visitor)).toBe(403);
    const send = async (code: string) =>
      await visitor.visit(page, "/seconde-etape", { form: { intent: "enrol", code } });
    const wrong = codeAt(step.secret, new Date(Date.now() + 100 * STEP_MS));
    expect((await send(wrong)).status).toBe(422);
    expect(await SecondFactorModel.countDocuments()).toBe(0);
    const done = await send(codeAt(step.secret, new Date()));
    const { codes } = (await done.json()) as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(await summaryStatus(visitor)).toBe(200);
    expect((await look()).step).toEqual({ state: "passed", codesLeft: 10, codesUnseen: true });
    // The page that shows the codes, loaded again.
    const reloaded = await send(codeAt(step.secret, new Date()));
    expect([reloaded.status, await reloaded.text()]).toEqual([
      409,
      expect.stringContaining("déjà activée"),
    ]);
    const stored = JSON.stringify(await SecondFactorModel.findById(id).lean());
    for (const secret of [step.secret, ...codes]) expect(stored).not.toContain(secret);
  });

  it("shows the recovery codes once, and leads to others where nobody has said that they have them", async () => {
    const { user, visitor, secret } = await enrolled();
    const wanted = "/seconde-etape?vers=%2Fadmin%2Fuser";
    /** Logs in anew. @returns where the code leads */
    const proveAgain = async (steps: number) => {
      const { visitor: elsewhere } = await again(user);
      vi.setSystemTime(later(steps));
      const form = { intent: "prove", code: codeAt(secret, later(steps)) };
      return (await elsewhere.visit(page, wanted, { form })).headers.get("location");
    };
    const says = async () => (await (await rendered(visitor, wanted)).text()).includes(LOST);
    vi.useFakeTimers({ now, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect([await proveAgain(1), await says()]).toEqual([wanted, true]);
    const renew = { intent: "renew", currentPassword: OFFICE_PASSWORD };
    await UserModel.updateOne(
      { _id: user._id },
      { passwordHash: await hashCheaply(OFFICE_PASSWORD) },
    );
    expect((await visitor.visit(page, wanted, { form: renew })).status).toBe(200);
    // Lost as well.
    expect(await proveAgain(2)).toBe(wanted);
    const seen = await visitor.visit(page, wanted, { form: { intent: "seen" } });
    expect(seen.headers.get("location")).toBe("/admin/user");
    expect([await proveAgain(3), await says()]).toEqual(["/admin/user", false]);
  });

  it("happens once, and is nobody else's", async () => {
    const { user, secret } = await enrolled();
    const other = await again(user);
    expect(
      await secondStep((await other.visitor.context().session.viewer())!, other.step(now).session),
    ).toEqual({ state: "prove" });
    const own = await outcomeOf(enrolSecondFactor(codeAt(secret, later(1)), other.step(now)));
    expect(own).toBe("second_factor_exists");
    const member = new Visitor();
    await member.context().session.start((await createUser())._id);
    await expect(member.visit(pageLoader, "/seconde-etape")).rejects.toMatchObject({ status: 403 });
  });

  it("seals the secret for one account", () => {
    const sealed = sealSecret("ABCDEFGHIJKLMNOP", "a".repeat(24));
    expect(openSecret(sealed, "a".repeat(24))).toBe("ABCDEFGHIJKLMNOP");
    expect(() => openSecret(sealed, "b".repeat(24))).toThrow();
    expect(stepOfCode("ABCDEFGHIJKLMNOP", codeAt("ABCDEFGHIJKLMNOP", later(3)), now)).toBeNull();
  });
});

describe("a login after that", () => {
  it("takes each code once, however many sessions send it, and none from before it", async () => {
    const { user, secret } = await enrolled();
    const [first, second] = [await again(user), await again(user)];
    expect(await summaryStatus(first.visitor)).toBe(403);
    const code = codeAt(secret, later(1));
    const outcomes = await Promise.all(
      [first, second].map(({ step }) => outcomeOf(passSecondFactor(code, step(now)))),
    );
    expect(outcomes.toSorted()).toEqual(["done", "second_factor_wrong"]);
    const third = await again(user);
    const earlier = codeAt(secret, now);
    expect(await outcomeOf(passSecondFactor(earlier, third.step(now)))).toBe("second_factor_wrong");
    expect(await outcomeOf(passSecondFactor(codeAt(secret, later(2)), third.step(later(2))))).toBe(
      "done",
    );
    expect(await summaryStatus(third.visitor)).toBe(200);
  });

  it("goes on under another session id; the one before is over", async () => {
    const { user, secret } = await enrolled();
    const { visitor, step } = await again(user);
    const before = await visitor.context().session.currentId();
    await passSecondFactor(codeAt(secret, later(1)), step(now));
    expect(await visitor.context().session.currentId()).not.toBe(before);
  });

  it("goes on once the session secret has changed, for who came by while the one of before was read", async () => {
    const { user, secret, codes } = await enrolled();
    const [before] = env.SESSION_SECRET;
    const newer = "another-secret-that-nobody-has-seen-yet";
    onTestFinished(() => {
      env.SESSION_SECRET = [before];
    });
    env.SESSION_SECRET = [newer, before];
    const prove = async (steps: number) =>
      await outcomeOf(
        passSecondFactor(codeAt(secret, later(steps)), (await again(user)).step(later(steps))),
      );
    const recover = async (code: string) =>
      await outcomeOf(passByRecoveryCode(code, (await again(user)).step(now)));
    expect(await prove(1)).toBe("done");
    expect(await recover(codes[0]!)).toBe("done");
    expect(await recover(codes[0]!)).toBe("recovery_code_wrong");
    env.SESSION_SECRET = [newer];
    expect(await prove(2)).toBe("done");
    expect(await recover(codes[1]!)).toBe("recovery_code_wrong");
  });

  it("goes on by the app for who came by a recovery code alone while the one of before was read", async () => {
    const { user, id, secret, codes } = await enrolled();
    const [before] = env.SESSION_SECRET;
    const newer = "another-secret-that-nobody-has-seen-yet";
    onTestFinished(() => {
      env.SESSION_SECRET = [before];
    });
    env.SESSION_SECRET = [newer, before];
    const step = async (at: Date) => (await again(user)).step(at);
    expect(await outcomeOf(passByRecoveryCode(codes[0]!, await step(now)))).toBe("done");
    env.SESSION_SECRET = [newer];
    const prove = passSecondFactor(codeAt(secret, later(1)), await step(later(1)));
    expect(await outcomeOf(prove)).toBe("done");

    // Codes that were made anew outlive an app that nobody can read any more.
    const sealedSecret = "nothing that opens";
    const recoveryHashes = [hashRecoveryCode("ABCDE-FGH23", id)];
    await SecondFactorModel.updateOne({ _id: id }, { $set: { sealedSecret, recoveryHashes } });
    const recover = passByRecoveryCode("ABCDE-FGH23", await step(now));
    expect(await outcomeOf(recover)).toBe("done");
    expect(await SecondFactorModel.findById(id).lean()).toMatchObject({ sealedSecret });
  });

  it("says what to do where the server can no longer read the secret, and tells its log why", async () => {
    const { user, id } = await enrolled();
    const before = env.SESSION_SECRET;
    onTestFinished(() => {
      env.SESSION_SECRET = before;
    });
    env.SESSION_SECRET = ["another-secret-that-nobody-has-seen-yet"];
    const logged = vi.spyOn(logger, "error").mockReturnValue(undefined);
    onTestFinished(() => logged.mockRestore());
    const { visitor } = await again(user);
    const forms: Record<string, string>[] = [
      { intent: "prove", code: "123456" },
      { intent: "recover", recoveryCode: "ABCDE-FGH23" },
    ];
    for (const form of forms) {
      const answer = await visitor.visit(page, "/seconde-etape", { form });
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining("réinitialiser votre seconde étape"),
      ]);
    }
    const call = { json: { code: "123456" } };
    const answer = await visitor.visit(passCall, "/api/auth/second-factor", call);
    expect(answer.status).toBe(409);
    expect(logged).toHaveBeenCalledTimes(3);
    expect(logged).toHaveBeenCalledWith({ user: id }, expect.stringContaining("SESSION_SECRET"));
  });

  it("takes a recovery code once, however it is typed", async () => {
    const { user, codes } = await enrolled();
    const [first, second] = [await again(user), await again(user)];
    const typed = codes[3]!.toLowerCase().replace("-", " ");
    const outcomes = await Promise.all(
      [first, second].map(({ step }) => outcomeOf(passByRecoveryCode(typed, step(now)))),
    );
    expect(outcomes.toSorted()).toEqual(["done", "recovery_code_wrong"]);
    expect((await SecondFactorModel.findOne().lean())?.recoveryHashes).toHaveLength(9);
  });

  it("bounds the tries over all sessions, by pages and calls alike", async () => {
    const { user, secret } = await enrolled();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { step } = await again(user);
      expect(await outcomeOf(passSecondFactor("000000", step(later(9))))).toBe(
        "second_factor_wrong",
      );
    }
    const { visitor } = await again(user);
    const json = { code: codeAt(secret, new Date()) };
    const refused = await visitor.visit(passCall, "/api/auth/second-factor", { json });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).not.toBeNull();
  });

  it("forgets the wrong ones with the right one, but for the sixty of a day", async () => {
    const { user, id, secret } = await enrolled();
    const tryCode = async (code: string, at: Date) =>
      await outcomeOf(passSecondFactor(code, (await again(user)).step(at)));
    for (const right of [later(1), later(2)]) {
      for (let tries = 0; tries < 9; tries += 1) {
        expect(await tryCode("000000", later(9))).toBe("second_factor_wrong");
      }
      expect(await tryCode(codeAt(secret, right), right)).toBe("done");
    }
    // With the one that enrolled, 21 are counted.
    for (let tries = 21; tries < 60; tries += 1) await limit("second_factor_day", id);
    expect(await tryCode(codeAt(secret, later(3)), later(3))).toBe("too_many");
  });
});

describe("each change of it is told to its holder by mail", () => {
  const told = async () =>
    (await MailModel.find().sort({ _id: 1 }).lean()).map(({ to, subject, text }) => [
      ...[to, subject, text?.includes("Ce n’était pas vous")],
    ]);

  const giveCheapPassword = async ({ _id }: Pick<User, "_id">) =>
    await UserModel.updateOne({ _id }, { passwordHash: await hashCheaply(OFFICE_PASSWORD) });

  it("with what happened: an app, a recovery code that served, new codes", async () => {
    const { user, codes } = await enrolled();
    const { visitor, step } = await again(user);
    await passByRecoveryCode(codes[0]!, step(later(1)));
    await giveCheapPassword(user);
    const form = { intent: "renew", currentPassword: OFFICE_PASSWORD };
    expect((await visitor.visit(page, "/seconde-etape", { form })).status).toBe(200);
    expect(await told()).toEqual([
      [user.email, "Seconde étape activée", true],
      [user.email, "Un code de secours a servi", true],
      [user.email, "Nouveaux codes de secours", true],
    ]);
    const used = await MailModel.findOne({ subject: /servi$/ }).lean();
    expect(used?.text).toContain("Il vous en reste 9.");
  });

  it("and nothing where nothing changed", async () => {
    const { user, secret } = await enrolled();
    const { visitor, step } = await again(user);
    await giveCheapPassword(user);
    await outcomeOf(passByRecoveryCode("ABCDE-FGH23", step(now)));
    await outcomeOf(passSecondFactor(codeAt(secret, later(1)), step(later(1))));
    const form = { intent: "renew", currentPassword: "faux" };
    expect((await visitor.visit(page, "/seconde-etape", { form })).status).toBe(422);
    expect(await told()).toHaveLength(1);
  });
});

describe("a second step of a session that ends while it is under way", () => {
  /** The second step is asked for, and every session ended before what proves it has come. */
  async function overtaken({ _id }: Pick<User, "_id">) {
    const { visitor } = await again({ _id });
    const context = visitor.context();
    const viewer = await context.session.viewer();
    await inTransaction((transaction) => endAccessTo(_id, transaction));
    return { viewer: viewer!, session: context.session, now: later(1) };
  }
  const sessions = async ({ _id }: Pick<User, "_id">) =>
    await SessionModel.countDocuments({ userId: _id });

  it("is refused, and takes nothing of what would have proved it", async () => {
    const { user, secret, codes } = await enrolled();
    const code = codeAt(secret, later(1));
    const factor = await SecondFactorModel.findOne().lean();
    expect(await outcomeOf(passSecondFactor(code, await overtaken(user)))).toBe("login_required");
    const byRecovery = passByRecoveryCode(codes[0]!, await overtaken(user));
    expect(await outcomeOf(byRecovery)).toBe("login_required");
    expect(await SecondFactorModel.findOne().lean()).toEqual(factor);
    expect(await sessions(user)).toBe(0);
  });

  it("enrols nobody", async () => {
    const { user } = await halfway();
    const step = await overtaken(user);
    const [secret] = offeredSecrets(step.viewer.id, (await step.session.currentId())!);
    const enrolment = enrolSecondFactor(codeAt(secret, step.now), step);
    expect(await outcomeOf(enrolment)).toBe("login_required");
    expect(await SecondFactorModel.countDocuments()).toBe(0);
    expect(await sessions(user)).toBe(0);
  });

  it("is over at the end, whichever comes first", async () => {
    const { user, codes } = await enrolled();
    for (const code of codes.slice(0, 5)) {
      const { step } = await again(user);
      const [outcome] = await Promise.all([
        outcomeOf(passByRecoveryCode(code, step(now))),
        inTransaction((transaction) => endAccessTo(user._id, transaction)),
      ]);
      expect(outcome).toMatch(/^(done|login_required)$/);
      expect(await sessions(user)).toBe(0);
    }
  });
});

describe("a second factor that is lost", () => {
  const reset = { why: "Téléphone perdu", password: OFFICE_PASSWORD, now };

  it("is taken away by a super-admin, with all sessions, and the person is told", async () => {
    const { actor } = await newAdmin();
    const other = await enrolled();
    const { user, id, visitor } = await enrolled();
    await resetSecondFactor({ actor, userId: id, ...reset });
    expect((await SecondFactorModel.find().lean()).map(({ _id }) => _id.toString())).toEqual([
      other.id,
    ]);
    expect(await visitor.context().session.viewer()).toBeNull();
    const told = MailModel.findOne({ to: user.email }).sort({ _id: -1 });
    expect((await told.lean())?.subject).toBe("Votre seconde étape est réinitialisée");
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      act: "user.second-factor",
      target: id,
      why: "Téléphone perdu",
    });
  });

  it("stays with who asks for themself, or is no super-admin", async () => {
    const own = await newAdmin();
    const support = await newAdmin({ adminRole: "support" });
    const { id: userId } = await enrolled();
    const byOthers = resetSecondFactor({ actor: support.actor, userId, ...reset });
    expect(await outcomeOf(byOthers)).toBe("forbidden");
    const bySelf = resetSecondFactor({ actor: own.actor, userId: own.id, ...reset });
    expect(await outcomeOf(bySelf)).toBe("own_account");
    expect(await SecondFactorModel.countDocuments()).toBe(1);
  });

  it("is taken away in the terminal too, of administrators alone, and with the account", async () => {
    const { user } = await enrolled();
    expect(await resetFromConsole((await createUser()).email, now)).toBe(false);
    expect(await resetFromConsole(user.email.toUpperCase(), now)).toBe(true);
    expect(await SecondFactorModel.countDocuments()).toBe(0);
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({ requestId: "console" });
    const leaver = await enrolled();
    await closeAccount(leaver.id, now);
    expect(await SecondFactorModel.countDocuments()).toBe(0);
    expect(await UserModel.countDocuments({ deletedAt: now })).toBe(1);
  });
});
