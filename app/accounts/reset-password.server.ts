import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { endAccessTo } from "~/platform/api-token.server";
import { hashToken } from "~/platform/token.server";
import { owesTerms } from "~/platform/viewer.server";
import { TERMS_SINCE } from "~/rules/terms";
import { mailPasswordChanged } from "./account-mails.server";
import { forgetMailsOf } from "./forget-account-mails.server";
import { OPEN_ACCOUNT } from "./keep-account-open.server";
import { isEmail } from "./password-rules";
import { hashPassword, verifyPassword } from "./password.server";

type Account = Pick<User, "_id" | "email" | "passwordHash" | "isAdmin" | "termsAcceptedAt">;

/** Told once another password is set. */
export const RESET_DONE =
  "Réinitialisation du mot de passe réussie, redirection vers la page de connexion...";

/** Whether a reset link can still be used, and whether the conditions are still to be accepted with it. */
export async function resetPage(
  token: string,
  now: Date,
): Promise<{ isGood: boolean; asksTerms: boolean }> {
  const account = await accountOf(token, now);
  return { isGood: account !== null, asksTerms: account !== null && owesTerms(account) };
}

/**
 * Sets another password by a mailed link, once; ends every session and API token of the
 * account and tells its holder by mail. `password` has passed `newPasswordInput`.
 *
 * @param chosen.CGU whether the conditions are accepted with it, which is asked for where `owesTerms` says so
 * @throws Refusal("reset_expired" | "password_is_email" | "password_same" | "terms_required")
 */
export async function resetPassword(
  { token, password, CGU = false }: { token: string; password: string; CGU?: boolean },
  now: Date,
): Promise<void> {
  const account = await accountOf(token, now);
  if (!account) throw new Refusal("reset_expired");
  if (isEmail(password, account.email))
    throw new Refusal("password_is_email", { field: "password" });
  if (await verifyPassword(account.passwordHash, password))
    throw new Refusal("password_same", { field: "password" });
  const asksTerms = owesTerms(account);
  if (asksTerms && !CGU) throw new Refusal("terms_required", { field: "CGU" });
  const passwordHash = await hashPassword(password);
  await inTransaction(async (transaction) => {
    const { modifiedCount } = await UserModel.updateOne(
      { _id: account._id, "reset.tokenHash": hashToken(token) },
      {
        $set: {
          passwordHash,
          ...(asksTerms && { termsAcceptedAt: now, termsVersion: TERMS_SINCE }),
        },
        $unset: { reset: 1, emailChange: 1 },
      },
    ).session(transaction);
    if (modifiedCount === 0) throw new Refusal("reset_expired");
    await endAccessTo(account._id, transaction);
    await forgetMailsOf(account._id, ["email-code"], transaction);
    await mailPasswordChanged(account, now, transaction);
  });
  await enqueue("send-mails");
}

async function accountOf(token: string, now: Date): Promise<Account | null> {
  return await UserModel.findOne(
    {
      "reset.tokenHash": hashToken(token),
      "reset.expiresAt": trusted({ $gt: now }),
      masterStatus: trusted({ $ne: "refused" as const }),
      ...OPEN_ACCOUNT,
    },
    "email passwordHash isAdmin termsAcceptedAt",
  ).lean<Account>();
}
