import { trusted, type ClientSession, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { updateAndRead } from "@models/engine";
import { MailModel } from "@models/mail";
import { discardProvisional, isProvisional } from "@models/provisional-account";
import { UserModel, type User } from "@models/user";
import { endAccessTo } from "~/platform/api-token.server";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { addMinutes } from "~/platform/days";
import { deleteAll } from "~/platform/delete-all.server";
import { leave } from "~/platform/leftovers.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { mailsThere } from "~/platform/mail/mails-there.server";
import { IS_SET } from "~/platform/not-set.server";
import { updateAll } from "~/platform/update-all.server";
import { isWithinLimit, limit } from "~/platform/web/rate-limit.server";
import { mailAddressWanted, mailEmailChanged, mailEmailCode } from "./account-mails.server";
import { confirmPassword, type ConfirmedUser } from "./confirm-password.server";
import { answerAtStep } from "./answer-step.server";
import { AT_FORMER_ADDRESS, forgetMailsOf } from "./forget-account-mails.server";
import { keepFromClosing, OPEN_ACCOUNT } from "./keep-account-open.server";
import { isEmail } from "./password-rules";
import { isCodeOf, newVerification } from "./verification-code.server";

/** Of one code, as everywhere. */
const TRIES = 5;

const OPEN = { isVerified: true, ...OPEN_ACCOUNT } as const;

/** The address that an account last asked for and has not proved, and the one whose code it may still enter; null: none. */
export async function awaitedEmail(
  userId: string,
  now: Date,
): Promise<{ asked: string | null; awaited: string | null }> {
  const user = await UserModel.findById(userId, "emailChange").lean();
  const change = user?.emailChange;
  const asked = change?.email ?? null;
  return { asked, awaited: change && change.expiresAt > now ? asked : null };
}

/**
 * Begins to change an account's address: a code goes to the new one, to be entered on the page. Where that is another
 * account's, its holder is told by mail instead, and whoever asks is answered alike (decisions/050). The same within a minute is one press
 * twice, whose code is in the mailbox; past the day's mails to it the last code stays the one, as long as it is good.
 *
 * @throws Refusal("wrong_password" | "email_same" | "password_is_email" | "too_many" | "not_found" | "forbidden" | "login_required" | "unavailable")
 */
export async function askForEmail(
  userId: string,
  { email, currentPassword }: { email: string; currentPassword: string },
  { session, now }: { session: RequestSession; now: Date },
): Promise<void> {
  const user = await confirmPassword(userId, currentPassword, session);
  if (email === user.email) throw new Refusal("email_same", { field: "email" });
  if (isEmail(currentPassword, email)) throw new Refusal("password_is_email", { field: "email" });
  await limit("email_change", userId);
  // Anybody may type any address: past it nothing is sent, and that is not told.
  const isMailed = await isWithinLimit("email_change_to", email);
  await answerAtStep(async () => {
    await inTransaction(async (transaction) => {
      await session.mustStand(transaction);
      await begin(user, email, { isMailed, now }, transaction);
    });
    await enqueue("send-mails");
  });
}

async function begin(
  { _id, passwordHash }: ConfirmedUser,
  email: string,
  { isMailed, now }: { isMailed: boolean; now: Date },
  transaction: ClientSession,
): Promise<void> {
  const { seed, expiresAt, sentAt } = newVerification(now, undefined);
  const before = await UserModel.findById(_id, "emailChange").session(transaction).lean();
  const last = before?.emailChange;
  if (last?.email === email) {
    if (last.sentAt > addMinutes(now, -1) && last.tries < TRIES) return;
    if (!isMailed && last.expiresAt > now) return;
  }
  // A code that nobody is mailed is nobody's to enter: guesses are bounded by what is mailed.
  const tries = isMailed ? 0 : TRIES;
  const { matchedCount } = await UserModel.updateOne(
    { _id, passwordHash, ...OPEN },
    // Counted up as `endAccessTo` does: neither misses the other.
    { $set: { emailChange: { email, seed, expiresAt, sentAt, tries } }, $inc: { lock: 1 } },
  ).session(transaction);
  if (matchedCount === 0) throw new Refusal("forbidden");
  if (!isMailed) return;
  const known = await UserModel.findOne({ email }).session(transaction).lean();
  if (known && !isProvisional(known)) {
    if (await keepFromClosing(known._id, transaction))
      await mailAddressWanted(known, now, transaction);
  } else await mailEmailCode(_id, { email, seed, sentAt }, transaction);
}

/**
 * Changes the address to the one whose code is entered. Every other session and API token ends, this request's session goes on
 * under a new id, a reset link under way is void, and the former address is told by mail. What is mailed about the account
 * goes to the new one; what belongs to an address alone stays with it.
 *
 * @throws Refusal("verification_failed" | "email_code_over" | "login_required" | "unavailable")
 */
export async function changeEmail(
  userId: string,
  code: string,
  { session, now }: { session: RequestSession; now: Date },
): Promise<void> {
  const user = await answerAtStep(() => withCode(userId, code, now));
  const { email } = user.emailChange;
  try {
    await session.renew(user._id, async (transaction) => {
      // Whoever signed up with it has not proved it.
      await discardProvisional(email, transaction);
      const { modifiedCount } = await UserModel.updateOne(
        { _id: user._id, email: user.email, "emailChange.seed": user.emailChange.seed, ...OPEN },
        { $set: { email }, $unset: { emailChange: 1, reset: 1, verification: 1 } },
      ).session(transaction);
      if (modifiedCount === 0) throw failed();
      await endAccessTo(user._id, transaction);
      await moveMails(user, email, transaction);
      await mailEmailChanged(user, now, transaction);
    });
  } catch (error) {
    // Somebody else's by now, which is not told.
    throw isDuplicateKey(error) ? failed() : error;
  }
  await enqueue("send-mails");
  await enqueue("finish-leftovers");
}

const failed = () => new Refusal("verification_failed", { field: "code" });

type Changing = Pick<User, "_id" | "email"> & { emailChange: NonNullable<User["emailChange"]> };

/** Counted before it is looked at: guesses at once count like guesses in a row. */
async function withCode(userId: string, code: string, now: Date): Promise<Changing> {
  const user = await inTransaction((session) =>
    updateAndRead<User, Changing>(
      UserModel,
      {
        _id: userId,
        "emailChange.expiresAt": trusted({ $gt: now }),
        "emailChange.tries": trusted({ $lt: TRIES }),
      },
      { $inc: { "emailChange.tries": 1 } },
      { session, fields: "email emailChange" },
    ),
  );
  // Its field is no longer on the page: what is left to do there is to ask for another.
  if (!user && !(await awaitedEmail(userId, now)).awaited) throw new Refusal("email_code_over");
  if (!user || !isCodeOf(code, user._id, user.emailChange)) throw failed();
  return user;
}

/**
 * What an address was written for itself, or for an account that it had before, and not for this one; and what warns the former
 * one. By the beginnings of their keys.
 */
export const STAYS = new RegExp(
  `^(?:contact|report|privacy|declared-closed|deleted|(?:${AT_FORMER_ADDRESS.join("|")}):)`,
);

/**
 * What was mailed about the account goes on with it. What could still leave, which has its body, is sent to the new address; the
 * file of its data and its closing find the record of the others by that, which may be long and follows after the commit.
 */
async function moveMails(
  { _id, email: former }: Pick<User, "_id" | "email">,
  email: string,
  transaction: ClientSession,
): Promise<void> {
  const codes = trusted({ $regex: `^email-code:${_id.toString()}:` });
  await MailModel.deleteMany({ key: codes, to: trusted({ $ne: email }) }).session(transaction);
  const status = trusted({ $in: ["queued", "failed"] as const });
  await MailModel.updateMany(
    { to: former, key: trusted({ $not: STAYS }), status, text: IS_SET },
    { $set: { to: email, movedAt: new Date() } },
    { session: transaction },
  );
  await leave({ kind: "moved-mails", account: _id, address: former }, transaction);
}

/**
 * Has what was mailed about an account to its former address until then follow it to the one that it has by now; if it was closed
 * since, it goes.
 *
 * @throws AggregateError once the others were moved, of those that were not
 */
export async function moveSentMails({
  account,
  address: to,
  at,
}: {
  account: Types.ObjectId;
  address: string;
  at: Date;
}): Promise<void> {
  // Taken before the address is read: whatever leaves that one comes later, and takes along what comes there now.
  const movedAt = new Date();
  const user = await UserModel.findById(account, "email deletedAt").lean();
  if (user?.email === to) return;
  const moving = { ...mailsThere(to, at), key: trusted({ $not: STAYS }) };
  if (!user || user.deletedAt) await deleteAll(MailModel, moving);
  else await updateAll(MailModel, moving, { $set: { to: user.email, movedAt } }, "mails not moved");
}

/** Takes away what was asked for and not proved in time, with the mails to those addresses. */
export async function forgetEmailChanges(now: Date): Promise<void> {
  const over = { "emailChange.expiresAt": trusted({ $lte: now }) };
  const due = await UserModel.find(over, "_id").lean<{ _id: Types.ObjectId }[]>();
  for (const { _id } of due)
    await inTransaction(async (transaction) => {
      const { modifiedCount } = await UserModel.updateOne(
        { _id, ...over },
        { $unset: { emailChange: 1 } },
      ).session(transaction);
      if (modifiedCount > 0) await forgetMailsOf(_id, ["email-code"], transaction);
    });
}
