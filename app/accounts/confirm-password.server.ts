import { UserModel, type User } from "@models/user";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { verifyPassword } from "./password.server";

export type ConfirmedUser = Pick<User, "_id" | "email" | "passwordHash">;

/**
 * Checks that whoever is at the keyboard knows the account's password. Wrong ones are counted by account
 * and session, apart from those of the login: a stranger who guesses there, or on another device, keeps
 * nobody from confirming here. Who has stolen a session cannot make another one to guess on.
 *
 * @throws Refusal("wrong_password" | "too_many" | "not_found")
 */
export async function confirmPassword(
  userId: string,
  password: string,
  session: RequestSession,
): Promise<ConfirmedUser> {
  const user = await UserModel.findById(userId, "email passwordHash").lean<ConfirmedUser>();
  if (!user) throw new Refusal("not_found");
  const tries = `${userId}\n${await session.currentId()}`;
  await limit("confirm_password", tries);
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new Refusal("wrong_password", { field: "currentPassword" });
  }
  await resetLimit("confirm_password", tries);
  return user;
}
