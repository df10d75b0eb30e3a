import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import type { OnBehalf } from "~/platform/web/call.server";
import { actorOf, mayActOn } from "../audit/actor.server";
import { recordAccess } from "../audit/record-access.server";
import { recordAct } from "../audit/record-act.server";

/**
 * Leaves a trace of what an administrator is about to do, or to read, in somebody else's name, and asks anew whether
 * they may. Before it is done and not in its transaction: what people do with their own things knows nothing of
 * the office. So the log may tell of what was refused after it, and never lacks what was done.
 *
 * @throws Refusal("not_found") when there is no such account, or it is closed
 * @throws Refusal("forbidden" | "role_required") the latter for an administrator's, which super-admins alone touch
 */
export async function actFor(call: OnBehalf): Promise<void> {
  const { subjectId, now } = call;
  const actor = actorOf(call);
  await inTransaction(async (transaction) => {
    const user = await UserModel.findById(subjectId, "isAdmin deletedAt")
      .session(transaction)
      .lean();
    if (!user || user.deletedAt) throw new Refusal("not_found");
    if (["GET", "HEAD"].includes(call.request.method)) {
      await recordAccess(actor, "user", subjectId, now, transaction);
    } else {
      const after = `${call.request.method} ${new URL(call.request.url).pathname}`;
      await recordAct(
        { actor, act: "user.act-for", target: subjectId, after, at: now },
        transaction,
      );
    }
    await mayActOn(actor, user, "people.act-for", transaction);
  });
}
