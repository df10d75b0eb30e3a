import type { ClientSession } from "mongoose";
import type { PrivacyRequest } from "@models/privacy-request";
import { UserModel, type User } from "@models/user";
import { NOT_SET } from "~/platform/not-set.server";

/** The open account that a request is about. */
export type AccountOfRequest = Pick<
  User,
  "_id" | "email" | "name" | "lastname" | "bannedAt" | "deletedAt" | "isVerified" | "masterStatus"
>;

const FIELDS = "email name lastname bannedAt deletedAt isVerified masterStatus";

/**
 * The open account that a request is about: the one that its address had then, which may have another since, while somebody
 * else has that address now. Where there was none or it is gone, the one of the address as it is now: it may have been made
 * after the request, or in the place of one that was never verified.
 */
export async function accountOfRequest(
  { email, user }: Pick<PrivacyRequest, "email" | "user">,
  transaction: ClientSession | null = null,
): Promise<AccountOfRequest | null> {
  const isOpen = { deletedAt: NOT_SET };
  const own =
    user &&
    (await UserModel.findOne({ _id: user, ...isOpen }, FIELDS)
      .session(transaction)
      .lean());
  if (own) return own;
  if (email === undefined) return null;
  return await UserModel.findOne({ email, ...isOpen }, FIELDS)
    .session(transaction)
    .lean();
}

/** Whether an open account has proved an address to be its own. */
export async function isProvedAddress(
  email: string,
  transaction: ClientSession | null,
): Promise<boolean> {
  const isProved = await UserModel.exists({ email, isVerified: true }).session(transaction);
  return isProved !== null;
}

/** Whether somebody gets to the settings of their account, where the file of their data is. */
export function canLogIn({
  isVerified,
  bannedAt,
  masterStatus = "validated",
}: Pick<AccountOfRequest, "isVerified" | "bannedAt" | "masterStatus">): boolean {
  return isVerified && bannedAt === undefined && masterStatus === "validated";
}
