import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import type { RequestSession } from "~/platform/session.server";
import { mailCode } from "./account-mails.server";
import { inConstantTime } from "./constant-time.server";
import { newPendingEmail, pendingEmailCookie, readPendingEmail } from "./pending-email.server";
import { newVerification } from "./verification-code.server";

/**
 * Mails a new code to an address whose account is not verified yet, at most once a minute; the one
 * before it is no longer good. For any other address nothing happens, and the answer is the same.
 */
export async function sendNewCode(
  email: string,
  { request, session, now }: { request: Request; session: RequestSession; now: Date },
): Promise<void> {
  await inConstantTime(() => renewCode(email, now));
  const pending = await readPendingEmail(request);
  if (pending?.email !== email) session.setCookie(await pendingEmailCookie(newPendingEmail(email)));
}

async function renewCode(email: string, now: Date): Promise<void> {
  await inTransaction(async (transaction) => {
    const user = await UserModel.findOne(
      {
        email,
        isVerified: false,
        bannedAt: trusted({ $exists: false }),
        deletedAt: trusted({ $exists: false }),
      },
      "email masterStatus verification",
    )
      .session(transaction)
      .lean<Pick<User, "_id" | "email" | "masterStatus" | "verification">>();
    const sentAt = user?.verification?.sentAt;
    if (!user || (sentAt && sentAt > addMinutes(now, -1))) return;
    const { code, verification } = newVerification(user._id, now, user.verification?.keyHash);
    await UserModel.updateOne({ _id: user._id }, { $set: { verification } }).session(transaction);
    await mailCode(user, code, now, transaction);
  });
  await enqueue("send-mails");
}
