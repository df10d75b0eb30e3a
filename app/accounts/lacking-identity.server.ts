import { UserModel } from "@models/user";
import { identityErrors, REQUIRED_IDENTITY_FIELDS } from "./require-identity";

/** What an account's profile lacks before it rents anything out, as `identityErrors` tells it. */
export async function lackingIdentity(userId: string): Promise<Record<string, string>> {
  const account = await UserModel.findById(userId, REQUIRED_IDENTITY_FIELDS).lean();
  return account ? identityErrors(account) : {};
}
