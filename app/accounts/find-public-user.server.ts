import { trusted } from "mongoose";
import { UserModel, type User } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { publicUser, type PublicUser } from "./public-user";

/**
 * An account as others see it. Accounts that are not verified, banned or gone are nobody's.
 *
 * @throws Refusal("not_found")
 */
export async function findPublicUser(id: string): Promise<PublicUser> {
  const user = await UserModel.findOne(
    {
      _id: id,
      isVerified: true,
      bannedAt: trusted({ $exists: false }),
      deletedAt: trusted({ $exists: false }),
    },
    "name lastname avatar createdAt",
  ).lean<Pick<User, "_id" | "name" | "lastname" | "avatar" | "createdAt">>();
  if (!user) throw new Refusal("not_found");
  return publicUser(user);
}
