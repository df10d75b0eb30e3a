import { randomInt } from "node:crypto";
import { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { discard, isProvisional } from "@models/provisional-account";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import type { RequestSession } from "~/platform/session.server";
import { hashToken } from "~/platform/token.server";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { TERMS_SINCE } from "~/rules/terms";
import { mailCode, mailKnownAddress } from "./account-mails.server";
import { answerAtStep } from "./answer-step.server";
import { keepFromClosing } from "./keep-account-open.server";
import { hashPassword } from "./password.server";
import { pendingEmailCookie, pendingSignup, type PendingEmail } from "./pending-email.server";
import { profileOf, type Signup } from "./signup-rules";
import { makeTag } from "./tag";
import { isMailedOneEnough, newVerification, renewed } from "./verification-code.server";

/** Two signups with one address, or two equal tags, at the same moment: the loser starts again. */
const ATTEMPTS = 5;

interface Surroundings {
  session: RequestSession;
  /** Where this browser was going. */
  target?: string;
  now: Date;
}

/** A signup that is about to be stored. */
interface NewAccount {
  passwordHash: string;
  pending: PendingEmail;
  /** Whether it is one of its address's ten in an hour. */
  isWithinHour: boolean;
  now: Date;
}

/**
 * Signs someone up: an unverified account and a code by mail; or, when the address has an account,
 * a mail to its holder. The caller cannot tell which, by the answer, its time or its cookies. The
 * session starts when the code is entered.
 *
 * An address is mailed one code a minute and ten an hour by signups, from wherever they come. Beyond, the
 * signup is stored all the same and the code that was mailed last is good for it, or another is mailed once
 * that one has had its time: whoever signs up with somebody's address again and again neither fills the mailbox
 * nor keeps its holder out.
 */
export async function signUp(
  signup: Signup,
  { session, target, now }: Surroundings,
): Promise<void> {
  const pending = await answerAtStep(async () => {
    const passwordHash = await hashPassword(signup.password);
    const made = pendingSignup(signup.email, target);
    const isWithinHour = await isWithinLimit("signup_account", signup.email);
    await storeSignup(signup, { passwordHash, pending: made, isWithinHour, now });
    await enqueue("send-mails");
    return made;
  });
  if (session.present) await session.end();
  session.setCookie(await pendingEmailCookie(pending));
}

async function storeSignup(signup: Signup, made: NewAccount): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(async (transaction) => {
        const known = await UserModel.findOne({ email: signup.email }).session(transaction).lean();
        if (known && !isProvisional(known)) {
          await keepFromClosing(known._id, transaction);
          await mailKnownAddress(known, made.now, transaction);
          return;
        }
        if (known) await discard(known, transaction);
        // One that was decided of keeps its id to itself: the answer is told and logged by that.
        const isDecided = known?.masterStatus === "refused" || known?.bannedAt !== undefined;
        const before = isDecided ? null : known;
        await createAccount(signup, made, before, transaction);
      });
      return;
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Its code is the mailed one of the signup whose place it takes, or else is mailed. So it is where that was one of another kind,
 * whose mail tells what does not happen now: of a master's that an administrator answers it; within the address's ten an hour.
 */
async function createAccount(
  signup: Signup,
  { passwordHash, pending, isWithinHour, now }: NewAccount,
  before: Pick<User, "_id" | "verification" | "masterStatus"> | null,
  transaction: ClientSession,
): Promise<void> {
  const keyHash = hashToken(pending.key);
  const last = before?.verification;
  const isOtherKind = (before?.masterStatus === "pending") !== signup.isMaster;
  const kept =
    last && !(isOtherKind && isWithinHour) && isMailedOneEnough(last, { isWithinHour, now })
      ? last
      : null;
  const verification = kept
    ? { ...renewed({ seed: kept.seed, keyHash }, now), sentAt: kept.sentAt }
    : newVerification(now, keyHash);
  const user = {
    // A code is made for an account's id.
    _id: kept && before ? before._id : new Types.ObjectId(),
    tag: makeTag(signup.name, signup.lastname, randomInt),
    ...profileOf(signup),
    passwordHash,
    isAdmin: false,
    isVerified: false,
    ...(signup.isMaster && { masterStatus: "pending" as const }),
    verification,
    termsAcceptedAt: now,
    termsVersion: TERMS_SINCE,
    createdAt: now,
  };
  await UserModel.create([user], { session: transaction });
  if (!kept) await mailCode(user, transaction);
}
