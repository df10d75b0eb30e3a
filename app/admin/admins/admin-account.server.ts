import type { AdminRole } from "@models/enumerations";
import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { leavesSuperAdmin, mayShutOut, type Actor } from "../audit/actor.server";
import { fullName } from "../words/person";

/** An administrator, as the pages that change their rights name them. */
export interface AdminAccount {
  id: string;
  name: string;
  adminRole: AdminRole | null;
}

/**
 * The account whose role is to be changed, or whose second factor is to be reset. What that would refuse whatever its
 * form said is refused here.
 *
 * @throws Refusal("not_found") when it is no administrator's, or closed
 * @throws Refusal("last_admin" | "own_account" | "forbidden")
 */
export async function adminOf(
  act: "role" | "seconde-etape",
  { viewer, params: { id: userId } }: { viewer: Pick<Actor, "id">; params: { id: string } },
): Promise<AdminAccount> {
  const user = await UserModel.findById(userId, "name lastname isAdmin adminRole deletedAt").lean();
  if (!user?.isAdmin || user.deletedAt) throw new Refusal("not_found");
  if (act === "role") await leavesSuperAdmin(user, null);
  else await mayShutOut(viewer, user, "admins.manage", null);
  return { id: userId, name: fullName(user), adminRole: user.adminRole ?? null };
}
