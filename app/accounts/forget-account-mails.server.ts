import { trusted, type ClientSession, type Types } from "mongoose";
import { MailModel } from "@models/mail";

/** What somebody is mailed about their account itself, by the beginnings of the keys, which the account's id follows. */
const ABOUT_ACCOUNT = [
  ...(["code", "known-address", "reset", "password-changed"] as const),
  ...(["invitation", "master-refused", "banned", "unbanned", "view"] as const),
];

/** Deletes what was mailed about an account that goes, in the caller's transaction: nobody could know afterwards whose it was. */
export async function forgetAccountMails(
  userId: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  for (const about of ABOUT_ACCOUNT) {
    const key = trusted({ $regex: `^${about}:${userId.toString()}(:|$)` });
    await MailModel.deleteMany({ key }).session(transaction);
  }
}
