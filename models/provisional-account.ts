import type { ClientSession } from "mongoose";
import { SessionModel } from "./session";
import { UserModel, type User } from "./user";

/**
 * Whether an account is only a signup that nobody has proved to be theirs, or a master's that was refused. The next
 * account with the address takes its place: it could not do anything yet, and keeping it would let a stranger's
 * password wait for the address's owner, or keep out for good who was refused.
 */
export function isProvisional({
  isVerified,
  isAdmin,
  masterStatus,
  bannedAt,
  deletedAt,
}: User): boolean {
  if (isAdmin || deletedAt) return false;
  // A ban keeps the address of whom has proved it: of others, none was to be banned.
  if (bannedAt && isVerified) return false;
  return masterStatus === "refused" || (!isVerified && masterStatus !== "validated");
}

export async function discard(
  { _id }: Pick<User, "_id">,
  transaction: ClientSession,
): Promise<void> {
  await SessionModel.deleteMany({ userId: _id }).session(transaction);
  await UserModel.deleteOne({ _id }).session(transaction);
}

/** Makes room for an account of somebody whom the office or the server's operator knows. */
export async function discardProvisional(email: string, transaction: ClientSession): Promise<void> {
  const known = await UserModel.findOne({ email }).session(transaction).lean();
  if (known && isProvisional(known)) await discard(known, transaction);
}
