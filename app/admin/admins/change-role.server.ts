import type { AdminRole } from "@models/enumerations";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { confirmActor, leavesSuperAdmin, mayActOn, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { ROLE_LABELS } from "../words/roles";

/**
 * Gives an administrator another role, which their next request is held to. One's own may be given up, as
 * long as another super-admin is left.
 *
 * @param request.seen the role that the page showed, which alone is changed: pressed twice, it is done
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "not_found" | "same_role" | "role_changed" |
 *   "forbidden" | "last_admin")
 */
export async function changeRole({
  actor,
  userId,
  adminRole,
  seen,
  why,
  password,
  now,
}: {
  actor: Actor;
  userId: string;
  adminRole: AdminRole;
  seen?: string;
  /** Kept in the log. */
  why: string;
  /** The super-admin's own; not needed for a while once given. */
  password: string | undefined;
  now: Date;
}): Promise<void> {
  await confirmActor(actor, password, now);
  await inTransaction(async (transaction) => {
    const user = await UserModel.findById(userId, "isAdmin adminRole deletedAt")
      .session(transaction)
      .lean();
    if (!user?.isAdmin || user.deletedAt) throw new Refusal("not_found");
    const stands = user.adminRole ?? "";
    const isAsSeen = seen === undefined || seen === stands;
    if (stands === adminRole) {
      if (!isAsSeen) return;
      throw new Refusal("same_role", { field: "adminRole" });
    }
    const before = user.adminRole && ROLE_LABELS[user.adminRole];
    if (!isAsSeen) throw new Refusal("role_changed", { limit: before ?? "aucun" });
    const after = ROLE_LABELS[adminRole];
    await recordAct(
      { actor, act: "user.role", target: userId, why, before, after, at: now },
      transaction,
    );
    await mayActOn(actor, user, "admins.manage", transaction);
    await leavesSuperAdmin(user, transaction);
    await UserModel.updateOne({ _id: user._id }, { $set: { adminRole } }).session(transaction);
  });
}
