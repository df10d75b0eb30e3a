import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { forgetSecondFactor } from "~/accounts/second-factor.server";
import { inTransaction } from "~/platform/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { countTokens, endAccessTo } from "~/platform/api-token.server";
import { Refusal } from "~/platform/refusal";
import { storedEmail } from "~/platform/stored-email";
import { confirmActor, mayShutOut, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

type Admin = Pick<User, "_id" | "email" | "isAdmin">;

/**
 * Takes an administrator's second factor away, as after a lost telephone: their sessions end, they are told by
 * mail, and their next visit of the back-office begins with another. By a super-admin, not by themself.
 *
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "not_found" | "own_account" | "forbidden")
 */
export async function resetSecondFactor(request: {
  actor: Actor;
  userId: string;
  /** Kept in the log. */
  why: string;
  /** The super-admin's own; not needed for a while once given. */
  password: string | undefined;
  now: Date;
}): Promise<void> {
  const { actor, userId, why, password, now } = request;
  await confirmActor(actor, password, now);
  await inTransaction(async (transaction) => {
    const user = await UserModel.findById(userId, "email isAdmin deletedAt")
      .session(transaction)
      .lean();
    if (!user?.isAdmin || user.deletedAt) throw new Refusal("not_found");
    await recordAct(
      { actor, act: "user.second-factor", target: userId, why, at: now },
      transaction,
    );
    await mayShutOut(actor, user, "admins.manage", transaction);
    await forget(user, now, transaction);
  });
  await enqueue("send-mails");
}

/**
 * The same from the server's own terminal, for the last super-admin too. The log names them as who did it, by
 * the console.
 *
 * @returns whether there is such an administrator
 */
export async function resetFromConsole(email: string, now: Date): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    const user = await UserModel.findOne({ email: storedEmail(email) }, "email isAdmin")
      .session(transaction)
      .lean();
    if (!user?.isAdmin) return false;
    const target = user._id.toString();
    const actor = { id: target, requestId: "console", ip: "console" };
    await recordAct({ actor, act: "user.second-factor", target, at: now }, transaction);
    await forget(user, now, transaction);
    return true;
  });
}

async function forget(user: Admin, now: Date, transaction: ClientSession): Promise<void> {
  await forgetSecondFactor(user._id, transaction);
  const tokens = await countTokens(user._id, now, transaction);
  await endAccessTo(user._id, transaction);
  await queueMail(
    {
      key: `second-factor:${user._id.toString()}:${now.getTime()}`,
      to: user.email,
      subject: "Votre seconde étape est réinitialisée",
      paragraphs: [
        `La seconde étape de votre connexion à l’administration a été réinitialisée, et vos sessions sont fermées${tokens > 0 ? ", vos jetons d’API révoqués" : ""}.`,
        "À votre prochaine visite, une nouvelle clé vous sera proposée pour votre application d’authentification.",
        "Vous ne l’aviez pas demandé\u00a0? Prévenez tout de suite un super-admin.",
      ],
    },
    transaction,
  );
}
