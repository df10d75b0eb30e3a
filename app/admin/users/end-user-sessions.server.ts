import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { endAccessTo } from "~/platform/api-token.server";
import { Refusal } from "~/platform/refusal";
import { mayActOn, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

/**
 * Ends every session of an account, as after a stolen telephone.
 *
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
}): Promise<void> {
  await inTransaction(async (transaction) => {
    const user = await UserModel.findById(userId, "isAdmin").session(transaction).lean();
    if (!user) throw new Refusal("not_found");
    await endAccessTo(userId, transaction);
    await recordAct({ actor, act: "user.end-sessions", target: userId, at: now }, transaction);
    await mayActOn(actor, user, "sessions.end", transaction);
  });
}
