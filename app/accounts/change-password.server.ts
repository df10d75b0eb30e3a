import { enqueue } from "@jobs/queue";
import { UserModel } from "@models/user";
import { endAccessTo } from "~/platform/api-token.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { mailPasswordChanged } from "./account-mails.server";
import { confirmPassword } from "./confirm-password.server";
import { forgetMailsOf } from "./forget-account-mails.server";
import { isEmail } from "./password-rules";
import { hashPassword } from "./password.server";
import type { PasswordChange } from "./new-password.server";

/**
 * Changes an account's password; the present one is asked for. Every session and API token ends, this
 * request's session goes on under a new id, a reset link or a change of address under way is void, and the holder is told by mail.
 * `password` has passed `passwordChangeInput`.
 *
 * @throws Refusal("wrong_password" | "password_is_email" | "password_same" | "too_many" | "login_required" | "unavailable")
 */
export async function changePassword(
  userId: string,
  { currentPassword, password }: Omit<PasswordChange, "passwordConfirmation">,
  { session, now }: { session: RequestSession; now: Date },
): Promise<void> {
  const user = await confirmPassword(userId, currentPassword, session);
  if (isEmail(password, user.email)) {
    throw new Refusal("password_is_email", { field: "password" });
  }
  if (password === currentPassword) throw new Refusal("password_same", { field: "password" });
  const passwordHash = await hashPassword(password);
  await session.renew(user._id, async (transaction) => {
    const { modifiedCount } = await UserModel.updateOne(
      // Changed meanwhile in another window: what was confirmed is no longer the password.
      { _id: user._id, passwordHash: user.passwordHash },
      { $set: { passwordHash }, $unset: { reset: 1, emailChange: 1 } },
    ).session(transaction);
    if (modifiedCount === 0) throw new Refusal("wrong_password", { field: "currentPassword" });
    await endAccessTo(user._id, transaction);
    await forgetMailsOf(user._id, ["email-code"], transaction);
    await mailPasswordChanged(user, now, transaction);
  });
  await enqueue("send-mails");
}
