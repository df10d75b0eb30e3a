import { UserModel, type User } from "@models/user";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/web/refusal";
import { verifyPassword } from "./password.server";

export type ConfirmedUser = Pick<User, "_id" | "email" | "passwordHash">;

/**
 * Checks that whoever is at the keyboard knows the account's password. Wrong ones count with those
 * of the login, which are counted by the account's e-mail: here, for only the account tells it.
 *
 * @throws Refusal("wrong_password" | "too_many" | "not_found")
 */
export async function confirmPassword(userId: string, password: string): Promise<ConfirmedUser> {
  const user = await UserModel.findById(userId, "email passwordHash").lean<ConfirmedUser>();
  if (!user) throw new Refusal("not_found");
  await limit("login_account", user.email);
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new Refusal("wrong_password", { field: "currentPassword" });
  }
  await resetLimit("login_account", user.email);
  return user;
}
