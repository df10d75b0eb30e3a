import { Types, trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { SecondFactorModel, type SecondFactor } from "@models/second-factor";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import type { RequestSession } from "~/platform/session.server";
import type { Viewer } from "~/platform/viewer.server";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/refusal";
import { mailSecondFactor, type SecondFactorNews } from "./account-mails.server";
import { confirmPassword } from "./confirm-password.server";
import { hashRecoveryCode, makeRecoveryCodes, recoveryHashesOf } from "./recovery-codes.server";
import {
  enrolment,
  offeredSecrets,
  openSecret,
  sealSecret,
  stepOfCode,
  type QrCode,
} from "./totp.server";

/** Where an administrator stands with the second step of their login. */
export type SecondStep =
  | { state: "enrol"; secret: string; address: string; qr: QrCode }
  | { state: "prove" }
  | { state: "passed"; codesLeft: number; codesUnseen: boolean };

/** Who is at the second step, and in which session. */
interface Step {
  viewer: Pick<Viewer, "id">;
  session: RequestSession;
  now: Date;
}

/** What the page of the second step shows. */
export async function secondStep(viewer: Viewer, session: RequestSession): Promise<SecondStep> {
  const factor = await SecondFactorModel.findById(viewer.id, "recoveryHashes codesUnseen").lean();
  if (factor && viewer.secondFactorAt) {
    const { recoveryHashes, codesUnseen = false } = factor;
    return { state: "passed", codesLeft: recoveryHashes.length, codesUnseen };
  }
  if (factor) return { state: "prove" };
  const [secret] = offeredSecrets(viewer.id, (await session.currentId()) ?? "");
  return { state: "enrol", secret, ...enrolment(secret, viewer.email) };
}

/**
 * Takes the secret that the session was offered as the account's, once a code proves that an app has it, and
 * goes on under a new session id.
 *
 * @returns the recovery codes, which are told this once
 * @throws Refusal("second_factor_wrong" | "second_factor_exists" | "too_many" | "login_required")
 */
export async function enrolSecondFactor(code: string, step: Step): Promise<string[]> {
  const { viewer, session, now } = step;
  await countTry(viewer.id);
  const offered = offeredSecrets(viewer.id, (await session.currentId()) ?? "");
  const secret = offered.find((one) => stepOfCode(one, code, now) !== null);
  const lastStep = secret && stepOfCode(secret, code, now);
  if (!secret || !lastStep) {
    // As when the page that shows the recovery codes is loaded again.
    if (await SecondFactorModel.exists({ _id: viewer.id })) {
      throw new Refusal("second_factor_exists");
    }
    throw new Refusal("second_factor_wrong", { field: "code" });
  }
  const codes = makeRecoveryCodes();
  const factor = {
    _id: new Types.ObjectId(viewer.id),
    sealedSecret: sealSecret(secret, viewer.id),
    lastStep,
    recoveryHashes: codes.map((one) => hashRecoveryCode(one, viewer.id)),
    codesUnseen: true as const,
    enrolledAt: now,
  };
  try {
    await pass(step, async (transaction) => {
      await SecondFactorModel.create([factor], { session: transaction });
      await tell(step, { what: "enrolled" }, transaction);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new Refusal("second_factor_exists", { cause: error });
  }
  await enqueue("send-mails");
  return codes;
}

/**
 * Passes the second step by a code of the app, each of which is taken once.
 *
 * @returns whether nobody may have seen the recovery codes
 * @throws Refusal("second_factor_wrong" | "second_factor_unreadable" | "too_many" | "login_required")
 */
export async function passSecondFactor(code: string, step: Step): Promise<boolean> {
  const { viewer, now } = step;
  const wrong = new Refusal("second_factor_wrong", { field: "code" });
  await countTry(viewer.id);
  let codesUnseen = false;
  await pass(step, async (transaction) => {
    const factor = await SecondFactorModel.findById(viewer.id).session(transaction).lean();
    if (!factor) throw wrong;
    codesUnseen = factor.codesUnseen === true;
    const secret = secretOf(factor);
    const of = stepOfCode(secret, code, now);
    if (of === null) throw wrong;
    const { modifiedCount } = await SecondFactorModel.updateOne(
      { _id: factor._id, lastStep: trusted({ $lt: of }) },
      // Sealed anew each time, so that it is by the newest session secret once that has changed.
      { $set: { lastStep: of, sealedSecret: sealSecret(secret, viewer.id) } },
    ).session(transaction);
    if (modifiedCount === 0) throw wrong;
  });
  return codesUnseen;
}

/**
 * Passes it by a recovery code, which is gone with that.
 *
 * @throws Refusal("recovery_code_wrong" | "second_factor_unreadable" | "too_many" | "login_required")
 */
export async function passByRecoveryCode(code: string, step: Step): Promise<void> {
  const { viewer } = step;
  await countTry(viewer.id);
  const hashes = recoveryHashesOf(code, viewer.id);
  await pass(step, async (transaction) => {
    const factor = await SecondFactorModel.findById(viewer.id).session(transaction).lean();
    const recoveryHashes = factor?.recoveryHashes.filter((one) => !hashes.includes(one));
    if (!factor || recoveryHashes?.length === factor.recoveryHashes.length) {
      // Where the app's secret cannot be read, the right recovery codes are not known any more either.
      if (factor) secretOf(factor);
      throw new Refusal("recovery_code_wrong", { field: "recoveryCode" });
    }
    const sealedSecret = sealedAnew(factor);
    await SecondFactorModel.updateOne(
      { _id: factor._id },
      { $set: { recoveryHashes, sealedSecret }, $unset: { codesUnseen: 1 } },
    ).session(transaction);
    await tell(step, { what: "recovered", codesLeft: recoveryHashes!.length }, transaction);
  });
  await enqueue("send-mails");
}

/**
 * Makes new recovery codes; those from before are void.
 *
 * @returns the codes, which are told this once
 * @throws Refusal("wrong_password" | "too_many" | "second_factor_required")
 */
export async function renewRecoveryCodes(password: string, step: Step): Promise<string[]> {
  const { viewer, session } = step;
  await confirmPassword(viewer.id, password, session);
  const codes = makeRecoveryCodes();
  const recoveryHashes = codes.map((one) => hashRecoveryCode(one, viewer.id));
  await inTransaction(async (transaction) => {
    const { matchedCount } = await SecondFactorModel.updateOne(
      { _id: viewer.id },
      { $set: { recoveryHashes, codesUnseen: true } },
    ).session(transaction);
    if (matchedCount === 0) throw new Refusal("second_factor_required");
    await tell(step, { what: "renewed" }, transaction);
  });
  await enqueue("send-mails");
  return codes;
}

/** Notes that somebody has the recovery codes, which the page that shows them asks by what leads on from there. */
export async function noteCodesSeen({ id }: Pick<Viewer, "id">): Promise<void> {
  await SecondFactorModel.updateOne({ _id: id }, { $unset: { codesUnseen: 1 } });
}

/** Whoever has somebody's password may do all of this in their place. */
async function tell(
  { viewer, now }: Step,
  news: SecondFactorNews,
  transaction: ClientSession,
): Promise<void> {
  const user = await UserModel.findById(viewer.id, "email").session(transaction).lean();
  if (user) await mailSecondFactor(user, news, now, transaction);
}

/** Takes an account's second factor away, in the caller's transaction: the next login begins with another. */
export async function forgetSecondFactor(
  userId: Types.ObjectId | string,
  transaction: ClientSession,
): Promise<void> {
  await SecondFactorModel.deleteOne({ _id: userId }).session(transaction);
}

/** @throws Refusal("second_factor_unreadable") which nothing that is typed can mend */
function secretOf({ _id, sealedSecret }: SecondFactor): string {
  const user = _id.toString();
  try {
    return openSecret(sealedSecret, user);
  } catch (error) {
    logger.error({ user }, "second factor sealed with a SESSION_SECRET that is not read any more");
    throw new Refusal("second_factor_unreadable", { cause: error });
  }
}

/** The app's secret by the newest session secret; as it was where it cannot be read, which keeps nobody out who has a code. */
function sealedAnew({ _id, sealedSecret }: SecondFactor): string {
  const user = _id.toString();
  try {
    return sealSecret(openSecret(sealedSecret, user), user);
  } catch {
    return sealedSecret;
  }
}

async function countTry(userId: string): Promise<void> {
  await limit("second_factor", userId);
  await limit("second_factor_day", userId);
}

/** From here on the session is an administrator's; what proves it is taken in the transaction that renews it. */
async function pass(
  { viewer, session, now }: Step,
  prove: (transaction: ClientSession) => Promise<void>,
): Promise<void> {
  await session.renew(viewer.id, prove, { secondFactorAt: now });
  await resetLimit("second_factor", viewer.id);
}
