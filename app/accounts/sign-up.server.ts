import { randomInt } from "node:crypto";
import { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { SessionModel } from "@models/session";
import { UserModel, type User } from "@models/user";
import { inTransaction, isDuplicateKey } from "~/platform/database.server";
import type { RequestSession } from "~/platform/session.server";
import { mailCode, mailKnownAddress } from "./account-mails.server";
import { inConstantTime } from "./constant-time.server";
import { hashPassword } from "./password.server";
import { pendingEmailCookie, pendingSignup, type PendingEmail } from "./pending-email.server";
import { hashToken } from "./secrets.server";
import { profileOf, type Signup } from "./signup-rules";
import { makeTag } from "./tag";
import { newVerification } from "./verification-code.server";

/** Two signups with one address, or two equal tags, at the same moment: the loser starts again. */
const ATTEMPTS = 5;

interface Surroundings {
  session: RequestSession;
  now: Date;
}

/**
 * Signs someone up: an unverified account and a code by mail; or, when the address has an account,
 * a mail to its holder. The caller cannot tell which, by the answer, its time or its cookies. The
 * session starts when the code is entered.
 */
export async function signUp(signup: Signup, { session, now }: Surroundings): Promise<void> {
  const pending = await inConstantTime(async () => {
    const passwordHash = await hashPassword(signup.password);
    const made = pendingSignup(signup.email);
    await storeSignup(signup, passwordHash, made, now);
    await enqueue("send-mails");
    return made;
  });
  if (session.present) await session.end();
  session.setCookie(await pendingEmailCookie(pending));
}

async function storeSignup(
  signup: Signup,
  passwordHash: string,
  pending: PendingEmail,
  now: Date,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(async (transaction) => {
        const known = await UserModel.findOne({ email: signup.email }).session(transaction).lean();
        if (known && !wasNeverVerified(known)) {
          await mailKnownAddress(known, now, transaction);
          return;
        }
        if (known) await discard(known, transaction);
        await createAccount(signup, passwordHash, pending, now, transaction);
      });
      return;
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Whether an account is only a signup that nobody has proved to be theirs. The next signup with the
 * address takes its place: it could not do anything yet, and keeping it would let a stranger's
 * password wait for the address's owner.
 */
function wasNeverVerified({
  isVerified,
  isAdmin,
  masterStatus,
  bannedAt,
  deletedAt,
}: User): boolean {
  const isDecided = masterStatus !== undefined && masterStatus !== "pending";
  return !isVerified && !isAdmin && !isDecided && !bannedAt && !deletedAt;
}

async function discard({ _id }: Pick<User, "_id">, transaction: ClientSession): Promise<void> {
  await SessionModel.deleteMany({ userId: _id }).session(transaction);
  await UserModel.deleteOne({ _id }).session(transaction);
}

async function createAccount(
  signup: Signup,
  passwordHash: string,
  pending: PendingEmail,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const verification = newVerification(now, hashToken(pending.key));
  const user = {
    _id: new Types.ObjectId(),
    tag: makeTag(signup.name, signup.lastname, randomInt),
    ...profileOf(signup),
    passwordHash,
    isAdmin: false,
    isVerified: false,
    ...(signup.isMaster && { masterStatus: "pending" as const }),
    verification,
    termsAcceptedAt: now,
    createdAt: now,
  };
  await UserModel.create([user], { session: transaction });
  await mailCode(user, transaction);
}
