import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { mailResetLink } from "./account-mails.server";
import { inConstantTime } from "./constant-time.server";
import { hashToken, makeToken } from "./secrets.server";

/** How long a reset link is good for. */
export const RESET_MINUTES = 60;

/** Told whether or not the address has an account. */
export const RESET_REQUESTED =
  "Si un compte est associé à cette adresse, vous allez recevoir un message avec un lien pour choisir un nouveau mot de passe.";

/**
 * Mails a link to choose another password, at most one a minute; the link before it is no longer
 * good. For an address without account nothing happens, and the answer is the same.
 */
export async function requestReset(email: string, now: Date): Promise<void> {
  await inConstantTime(() => renewLink(email, now));
}

async function renewLink(email: string, now: Date): Promise<void> {
  const token = makeToken();
  await inTransaction(async (transaction) => {
    const user = await UserModel.findOne(
      {
        email,
        bannedAt: trusted({ $exists: false }),
        deletedAt: trusted({ $exists: false }),
      },
      "email reset",
    )
      .session(transaction)
      .lean<Pick<User, "_id" | "email" | "reset">>();
    if (!user || (user.reset && user.reset.sentAt > addMinutes(now, -1))) return;
    const reset = {
      tokenHash: hashToken(token),
      expiresAt: addMinutes(now, RESET_MINUTES),
      sentAt: now,
    };
    await UserModel.updateOne({ _id: user._id }, { $set: { reset } }).session(transaction);
    await mailResetLink(user, token, now, transaction);
  });
  await enqueue("send-mails");
}
