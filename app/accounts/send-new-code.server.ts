import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import type { RequestSession } from "~/platform/session.server";
import { mailCode } from "./account-mails.server";
import { forgetCodeTries } from "./code-tries.server";
import { answerAtStep } from "./answer-step.server";
import { OPEN_ACCOUNT } from "./keep-account-open.server";
import {
  isKeyOf,
  pendingCode,
  pendingEmailCookie,
  readPendingEmail,
  type PendingEmail,
} from "./pending-email.server";
import { isMailedOneEnough, newVerification, renewed } from "./verification-code.server";
import { readVerificationLink } from "./verification-link.server";

interface Surroundings {
  request: Request;
  session: RequestSession;
  ip: string;
  lien?: string | undefined;
  now: Date;
}

/**
 * Mails a code to an address whose account is not verified yet, at most one a minute and ten an hour, or one
 * as soon as the last has had its time: whoever else has asked, there is a good one in the mailbox. Who
 * signed up or is logged in gets a new one, with new tries, and the one before it is no longer good; who
 * else asks has the present one mailed again, for a stranger must not void it. Past the limits, and for any
 * other address, nothing happens, and the answer is the same. Who asks has five tries again, within those ten.
 *
 * @param surroundings.lien the mailed link that the page was opened by: its tries are those
 */
export async function sendNewCode(
  email: string,
  { request, session, ip, lien, now }: Surroundings,
): Promise<void> {
  const pending = await readPendingEmail(request);
  const viewer = session.present ? await session.viewer() : null;
  const asker = { viewer, pending, link: readVerificationLink(lien), ip };
  await answerAtStep(async () => {
    const isWithinHour = await isWithinLimit("new_code_account", email);
    if (isWithinHour) await forgetCodeTries(asker, email);
    await mailCodeAgain(email, { pending, viewerId: viewer?.id, isWithinHour, now });
  });
  if (pending?.email !== email) {
    session.setCookie(await pendingEmailCookie(pendingCode(email, pending)));
  }
}

async function mailCodeAgain(
  email: string,
  {
    pending,
    viewerId,
    ...when
  }: { pending: PendingEmail | null; viewerId?: string; isWithinHour: boolean; now: Date },
): Promise<void> {
  const { now } = when;
  await inTransaction(async (transaction) => {
    const user = await UserModel.findOne(
      {
        email,
        isVerified: false,
        masterStatus: trusted({ $ne: "refused" as const }),
        ...OPEN_ACCOUNT,
      },
      "email masterStatus verification",
    )
      .session(transaction)
      .lean<Pick<User, "_id" | "email" | "masterStatus" | "verification">>();
    const current = user?.verification;
    if (!user || (current && isMailedOneEnough(current, when))) return;
    const isOwn = user._id.toString() === viewerId || isKeyOf(pending, current?.keyHash);
    const verification =
      current && current.expiresAt > now && !isOwn
        ? renewed(current, now)
        : newVerification(now, current?.keyHash);
    await UserModel.updateOne({ _id: user._id }, { $set: { verification } }).session(transaction);
    await mailCode({ ...user, verification }, transaction);
  });
  await enqueue("send-mails");
}
