import type { ClientSession } from "mongoose";
import type { PrivacyRequest } from "@models/privacy-request";
import { UserModel, type User } from "@models/user";

/** The open account that a request is about. */
export type AccountOfRequest = Pick<
  User,
  "_id" | "name" | "lastname" | "bannedAt" | "deletedAt" | "isVerified" | "masterStatus"
>;

const FIELDS = "name lastname bannedAt deletedAt isVerified masterStatus";

/**
 * The open account of the address that a request comes from, as it is now: it may have been made after the request,
 * or in the place of one that was never verified. Where the address has none, the one that it had then, which may
 * have another address since.
 */
export async function accountOfRequest(
  { email, user }: Pick<PrivacyRequest, "email" | "user">,
  transaction?: ClientSession,
): Promise<AccountOfRequest | null> {
  const ofAddress =
    email === undefined
      ? null
      : await UserModel.findOne({ email }, FIELDS)
          .session(transaction ?? null)
          .lean();
  const found =
    ofAddress ??
    (user
      ? await UserModel.findById(user, FIELDS)
          .session(transaction ?? null)
          .lean()
      : null);
  return found && !found.deletedAt ? found : null;
}

/** Whether somebody gets to the settings of their account, where the file of their data is. */
export function canLogIn({
  isVerified,
  bannedAt,
  masterStatus = "validated",
}: Pick<AccountOfRequest, "isVerified" | "bannedAt" | "masterStatus">): boolean {
  return isVerified && bannedAt === undefined && masterStatus === "validated";
}
