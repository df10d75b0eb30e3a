import type { ClientSession, Types } from "mongoose";
import { updateAndRead } from "@models/engine";
import { UserModel, type User } from "@models/user";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { REQUIRED_IDENTITY_FIELDS, type StatedIdentity } from "./require-identity";

/** In the query of what a form writes: it must not fill an account again that was closed meanwhile. */
export const STILL_OPEN = { deletedAt: NOT_SET };

/** In a query: an account that is neither banned nor closed. */
export const OPEN_ACCOUNT = { bannedAt: NOT_SET, ...STILL_OPEN };

/**
 * Keeps an account from being closed until the caller's transaction is committed, though it be banned: what is mailed to its
 * person is found then by the closing, which forgets it with their address.
 *
 * @returns false when it is closed, or there is none
 */
export async function keepFromClosing(
  userId: Types.ObjectId | string,
  transaction: ClientSession,
): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, ...STILL_OPEN },
    { $inc: { lock: 1 } },
  ).session(transaction);
  return matchedCount > 0;
}

/** Whether an account is neither banned nor closed: its person can log in, pay and be paid. */
export async function isAccountOpen(
  userId: Types.ObjectId,
  session?: ClientSession,
): Promise<boolean> {
  const fields = { bannedAt: 1, deletedAt: 1 };
  const user = await UserModel.findById(userId, fields, { session }).lean();
  return user !== null && !user.bannedAt && !user.deletedAt;
}

/**
 * Makes sure that an account is open and stays open until the caller's transaction is committed: it
 * is written to, so that a transaction that closes or bans it cannot be committed beside this one.
 *
 * @returns what of the account decides whether it can be paid, and who it is
 * @throws Refusal("forbidden") when it is banned or closed, or there is none
 */
export async function keepAccountOpen(
  userId: Types.ObjectId,
  transaction: ClientSession,
): Promise<Pick<User, "accountId" | "stripeStats"> & StatedIdentity> {
  const account = await updateAndRead(
    UserModel,
    { _id: userId, ...OPEN_ACCOUNT },
    { $inc: { lock: 1 } },
    { session: transaction, fields: `accountId stripeStats ${REQUIRED_IDENTITY_FIELDS}` },
  );
  if (!account) throw new Refusal("forbidden");
  return account;
}
