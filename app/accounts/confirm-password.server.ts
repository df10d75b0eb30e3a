import { UserModel, type User } from "@models/user";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/web/refusal";
import { verifyPassword } from "./password.server";

/** The field in which the password is asked for again. */
export const CURRENT_PASSWORD = "currentPassword";

export type ConfirmedUser = Pick<User, "_id" | "email" | "passwordHash">;

/**
 * Checks that whoever is at the keyboard knows the account's password. Wrong ones count with those
 * of the login.
 *
 * @throws Refusal("wrong_password" | "too_many" | "not_found")
 */
export async function confirmPassword(userId: string, password: string): Promise<ConfirmedUser> {
  const user = await UserModel.findById(userId, "email passwordHash").lean<ConfirmedUser>();
  if (!user) throw new Refusal("not_found");
  await limit("login_account", user.email);
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new Refusal("wrong_password", { field: CURRENT_PASSWORD });
  }
  await resetLimit("login_account", user.email);
  return user;
}
