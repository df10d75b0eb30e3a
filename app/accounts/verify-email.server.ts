import { trusted, type QueryFilter } from "mongoose";
import { UserModel, type User } from "@models/user";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/web/refusal";
import { endSessionsOf, type RequestSession } from "~/platform/session.server";
import { inConstantTime } from "./constant-time.server";
import { hashPassword } from "./password.server";
import {
  forgetPendingEmail,
  isKeyOf,
  readPendingEmail,
  type PendingEmail,
} from "./pending-email.server";
import { RESET_MINUTES } from "./request-reset.server";
import { hashCode, hashToken, makeToken, sameHash } from "./secrets.server";
import { CODE_TRIES } from "./verification-code.server";

/** A verified e-mail, and the page that comes next. */
export interface VerifiedEmail {
  userId: string;
  /** `/` with a session; `/connexion` for a master, who waits for an administrator; else a page to choose a password. */
  next: string;
}

type Account = Pick<User, "_id" | "masterStatus" | "verification">;

/**
 * Checks the code that an account was mailed: the account of the session or, without one, of the
 * browser's pending e-mail. Each try counts, five at most for a code.
 *
 * In a browser that neither signed up nor is logged in, the code proves the address but not that the
 * password is its owner's: that password is dropped, and another one must be chosen.
 *
 * @throws Refusal("verification_failed")
 */
export async function verifyEmail(
  code: string,
  { request, session, now }: { request: Request; session: RequestSession; now: Date },
): Promise<VerifiedEmail> {
  const pending = await readPendingEmail(request);
  const viewer = session.present ? await session.viewer() : null;
  const whose = viewer ? { _id: viewer.id } : pending && { email: pending.email };
  const { account, isTrusted } = await inConstantTime(async () => {
    if (!whose) throw new Refusal("verification_failed", { field: "code" });
    const claimed = await claimTry(whose, now);
    if (
      !claimed?.verification ||
      !sameHash(hashCode(claimed._id, code), claimed.verification.codeHash)
    )
      throw new Refusal("verification_failed", { field: "code" });
    return { account: claimed, isTrusted: isOwner(claimed, viewer?.id, pending) };
  });
  const next = isTrusted ? await acceptCode(account, now) : await acceptCodeOnly(account, now);
  session.setCookie(await forgetPendingEmail());
  const userId = account._id.toString();
  if (next === "/") await session.start(userId);
  return { userId, next };
}

/** Counts a try and answers the account, unless its code is out of tries, out of date or gone. */
async function claimTry(whose: QueryFilter<User>, now: Date): Promise<Account | null> {
  return await UserModel.findOneAndUpdate(
    {
      ...whose,
      isVerified: false,
      bannedAt: trusted({ $exists: false }),
      deletedAt: trusted({ $exists: false }),
      "verification.expiresAt": trusted({ $gt: now }),
      "verification.tries": trusted({ $lt: CODE_TRIES }),
    },
    { $inc: { "verification.tries": 1 } },
    { projection: "masterStatus verification" },
  ).lean<Account>();
}

function isOwner(account: Account, viewerId: string | undefined, pending: PendingEmail | null) {
  return account._id.toString() === viewerId || isKeyOf(pending, account.verification?.keyHash);
}

async function acceptCode(account: Account, now: Date): Promise<string> {
  const isMaster = account.masterStatus === "pending";
  await markVerified(account, isMaster ? {} : { lastLogin: now });
  return isMaster ? "/connexion" : "/";
}

async function acceptCodeOnly(account: Account, now: Date): Promise<string> {
  const token = makeToken();
  await markVerified(account, {
    passwordHash: await hashPassword(makeToken()),
    reset: { tokenHash: hashToken(token), expiresAt: addMinutes(now, RESET_MINUTES), sentAt: now },
  });
  await endSessionsOf(account._id);
  return `/reinitialisation-mot-de-passe/${token}`;
}

/** A code serves once: whoever comes second with it is refused. */
async function markVerified({ _id, verification }: Account, changes: Partial<User>): Promise<void> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id, isVerified: false, "verification.codeHash": verification?.codeHash },
    { $set: { isVerified: true, ...changes }, $unset: { verification: 1 } },
  );
  if (modifiedCount === 0) throw new Refusal("verification_failed", { field: "code" });
}
