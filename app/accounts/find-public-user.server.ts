import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { OPEN_ACCOUNT } from "./keep-account-open.server";
import { PUBLIC_FIELDS, publicUser, type PublicUser, type ShownAccount } from "./public-user";

/**
 * An account as others see it. Accounts that are not verified, banned or gone are nobody's.
 *
 * @throws Refusal("not_found")
 */
export async function findPublicUser(id: string): Promise<PublicUser> {
  const user = await UserModel.findOne(
    { _id: id, isVerified: true, ...OPEN_ACCOUNT },
    PUBLIC_FIELDS,
  ).lean<ShownAccount>();
  if (!user) throw new Refusal("not_found");
  return publicUser(user);
}
