import { trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { SessionModel } from "@models/session";
import { UserModel, type User } from "@models/user";
import { countTokens, endAccessTo } from "~/platform/api-token.server";
import { inTransaction } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal } from "~/platform/refusal";
import { mayActOn, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { accessText, type Access } from "../words/access";

/**
 * Ends every session of an account, as after a stolen telephone, and every API token (decisions/033): whose programs stop by
 * that is told.
 *
 * @returns how many of each
 * @throws Refusal("not_found" | "forbidden" | "role_required")
 */
export async function endUserSessions({
  actor,
  userId,
  now,
}: {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  userId: string;
  now: Date;
}): Promise<Access> {
  const ended = await inTransaction(async (transaction) => {
    const user = await UserModel.findById(userId, "email isAdmin").session(transaction).lean();
    if (!user) throw new Refusal("not_found");
    const open = { userId: user._id, expiresAt: trusted({ $gt: now }) };
    const access = {
      sessions: await SessionModel.countDocuments(open).session(transaction),
      tokens: await countTokens(userId, now, transaction),
    };
    await endAccessTo(userId, transaction);
    const after = accessText(access);
    await recordAct(
      { actor, act: "user.end-sessions", target: userId, ...(after && { after }), at: now },
      transaction,
    );
    await mayActOn(actor, user, "sessions.end", transaction);
    if (access.tokens > 0) await mailTokensEnded(user, now, transaction);
    return access;
  });
  if (ended.tokens > 0) await enqueue("send-mails");
  return ended;
}

async function mailTokensEnded(
  { _id, email }: Pick<User, "_id" | "email">,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const url = (path: string) => new URL(path, env.APP_URL).href;
  await queueMail(
    {
      key: `tokens-ended:${_id.toString()}:${now.getTime()}`,
      to: email,
      subject: "Vos jetons d’API sont révoqués",
      paragraphs: [
        "Notre équipe a fermé tous les accès à votre compte\u00a0: vos sessions sont fermées et vos jetons d’API révoqués. Les programmes qui s’en servaient n’ont plus accès à rien.",
        "Reconnectez-vous avec votre mot de passe, puis créez d’autres jetons pour les programmes que vous voulez garder.",
        `Une question\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
      ],
      action: { label: "Voir mes jetons", url: url("/mes-parametres/jetons") },
    },
    transaction,
  );
}
