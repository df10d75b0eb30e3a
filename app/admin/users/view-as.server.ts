import { Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { UserModel } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, formatInstant } from "~/platform/days";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";
import type { RequestSession } from "~/platform/session.server";
import { Refusal } from "~/platform/refusal";
import { reasonLine } from "~/rules/reason";
import { confirmActor, mayAct, type Actor } from "../audit/actor.server";
import { recordAccess } from "../audit/record-access.server";
import { recordAct } from "../audit/record-act.server";
import { fullName } from "../words/person";
import { canBeViewed, VIEW_MINUTES } from "./user-acts";

/**
 * Whose eyes the site is about to be seen with.
 *
 * @throws Refusal("not_found" | "view_impossible")
 */
export async function viewedAccount(userId: string): Promise<{ id: string; name: string }> {
  const user = await UserModel.findById(
    userId,
    "name lastname isAdmin isVerified bannedAt deletedAt",
  ).lean();
  if (!user) throw new Refusal("not_found");
  if (!canBeViewed(user)) throw new Refusal("view_impossible");
  return { id: userId, name: fullName(user) };
}

/**
 * Begins to show an administrator the site as somebody sees it, in the session that they have and in no other:
 * `RequestSession.viewer()` is that person until then, and nothing can be changed (decisions/035). The person is
 * told by mail, with the reason; the end stands in the log's entry, since the view ends by itself.
 *
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "not_found" | "forbidden" | "view_impossible")
 */
export async function startView(request: {
  actor: Actor;
  userId: string;
  /** Told to the person. */
  why: string;
  /** The administrator's own; not needed for a while once given. */
  password: string | undefined;
  now: Date;
}): Promise<void> {
  const { actor, userId, why, password, now } = request;
  await confirmActor(actor, password, now);
  const until = addMinutes(now, VIEW_MINUTES);
  await inTransaction(async (transaction) => {
    const user = await UserModel.findById(userId, "email isAdmin isVerified bannedAt deletedAt")
      .session(transaction)
      .lean();
    if (!user) throw new Refusal("not_found");
    const after = `jusqu’au ${formatInstant(until)}`;
    await recordAct({ actor, act: "user.view", target: userId, why, after, at: now }, transaction);
    await mayAct(actor, "people.view-as", transaction);
    if (!canBeViewed(user)) throw new Refusal("view_impossible");
    await keepFromClosing(userId, transaction);
    await recordAccess(actor, "user", userId, now, transaction);
    await actor.session.startView({ userId: new Types.ObjectId(userId), until }, transaction);
    await queueMail(
      {
        key: `view:${userId}:${now.getTime()}`,
        to: user.email,
        subject: "Notre équipe regarde le site comme vous le voyez",
        paragraphs: [
          `Le ${formatInstant(now)}, une personne de notre équipe a commencé à regarder le site comme vous le voyez, pour ${VIEW_MINUTES}\u00a0minutes au plus.`,
          reasonLine(why),
          "Elle ne peut rien changer, et ne voit ni votre mot de passe, ni vos jetons, ni les fichiers de vos données. Cet accès est gardé dans notre journal.",
          `Une question\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
        ],
      },
      transaction,
    );
  });
  await enqueue("send-mails");
}

/**
 * Ends the view of a session, if it has one, and writes that down.
 *
 * @returns whose eyes it was through; null when there was none, or none any more
 */
export async function endView(call: {
  session: RequestSession;
  requestId: string;
  ip: string;
  now: Date;
}): Promise<string | null> {
  const { session, requestId, ip, now } = call;
  const view = session.present ? await session.view() : null;
  if (!view) return null;
  const target = view.person.id;
  const actor = { id: view.admin.id, requestId, ip };
  const isEnded = await inTransaction(async (transaction) => {
    if (!(await session.endView(transaction))) return false;
    await recordAct({ actor, act: "user.view-end", target, at: now }, transaction);
    return true;
  });
  return isEnded ? target : null;
}
