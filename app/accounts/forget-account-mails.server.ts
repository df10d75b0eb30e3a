import { trusted, type ClientSession, type Types } from "mongoose";
import { MailModel } from "@models/mail";

/** What somebody is mailed about their account itself, by the beginnings of the keys, which the account's id follows. */
export const ABOUT_ACCOUNT = [
  ...(["code", "known-address", "reset", "password-changed"] as const),
  ...(["invitation", "master-refused", "banned", "unbanned", "view"] as const),
  ...(["second-factor", "second-factor-enrolled", "second-factor-renewed"] as const),
  ...(["second-factor-recovered", "act-for", "tokens-ended", "unused", "terms"] as const),
  ...(["email-code", "email-changed", "email-wanted", "token-created"] as const),
];

/** Warnings: they stay with the address that they went to, though the account's is another since. */
export const AT_FORMER_ADDRESS = [
  ...(["password-changed", "email-changed", "second-factor", "token-created"] as const),
  ...(["second-factor-enrolled", "second-factor-renewed", "second-factor-recovered"] as const),
];

/** What a signup is mailed, by the beginnings of the keys. */
const ABOUT_SIGNUP = ["code", "known-address", "reset", "password-changed", "master-refused"];

/**
 * Deletes what was mailed about signups with addresses that nobody has proved to be theirs, and about those whose place a
 * later signup took: once the last of them is gone, nothing says any more what such a mail was about. In the caller's
 * transaction, as many are removed at once (models/engine.ts).
 */
export async function forgetSignupMails(
  addresses: readonly string[],
  { before, transaction }: { before?: Date; transaction: ClientSession },
): Promise<void> {
  for (const about of ABOUT_SIGNUP) {
    await MailModel.deleteMany({
      key: trusted({ $regex: `^${about}:` }),
      to: trusted({ $in: [...addresses] }),
      ...(before && { createdAt: trusted({ $lt: before }) }),
    }).session(transaction);
  }
}

/** Deletes what was mailed about an account that goes, in the caller's transaction: nobody could know afterwards whose it was. */
export async function forgetAccountMails(
  userId: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  await forgetMailsOf(userId, ABOUT_ACCOUNT, transaction);
}

/** Deletes what was mailed of some kinds about an account, wherever it went, in the caller's transaction. */
export async function forgetMailsOf(
  userId: Types.ObjectId,
  kinds: readonly string[],
  transaction: ClientSession,
): Promise<void> {
  for (const about of kinds) {
    // An id is always as long, so nothing has to end it; with a `|` MongoDB would walk the whole index of keys.
    const key = trusted({ $regex: `^${about}:${userId.toString()}` });
    await MailModel.deleteMany({ key }).session(transaction);
  }
}
