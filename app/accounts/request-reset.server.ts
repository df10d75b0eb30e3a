import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { mailResetLink } from "./account-mails.server";
import { answerAtStep } from "./answer-step.server";
import { OPEN_ACCOUNT } from "./keep-account-open.server";
import { newReset } from "./reset-link.server";

/** Told whether or not the address has an account. */
export const RESET_REQUESTED =
  "Si un compte est associé à cette adresse, vous allez recevoir un message avec un lien pour choisir un nouveau mot de passe.";

/**
 * Mails a link to choose another password, at most one a minute and five an hour: a link that is still
 * good is the same link. Past the limit, and for an address without account, nothing happens, and the
 * answer is the same. As a link lives as long as the limit's hour, who is refused has a good one in the
 * mail, whoever asked for it.
 */
export async function requestReset(email: string, now: Date): Promise<void> {
  await answerAtStep(async () => {
    if (await isWithinLimit("reset_account", email)) await renewLink(email, now);
  });
}

async function renewLink(email: string, now: Date): Promise<void> {
  await inTransaction(async (transaction) => {
    const user = await UserModel.findOne(
      {
        email,
        // Nobody can log in to one: its holder signs up anew.
        masterStatus: trusted({ $ne: "refused" as const }),
        ...OPEN_ACCOUNT,
      },
      "email reset",
    )
      .session(transaction)
      .lean<Pick<User, "_id" | "email" | "reset">>();
    if (!user || (user.reset && user.reset.sentAt > addMinutes(now, -1))) return;
    const { token, reset } = newReset(user._id, now, user.reset);
    await UserModel.updateOne({ _id: user._id }, { $set: { reset } }).session(transaction);
    await mailResetLink(user, token, reset, transaction);
  });
  await enqueue("send-mails");
}
