import type { AdminRole } from "@models/enumerations";
import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { fullName } from "../words/person";

/** An administrator, as the pages that change their rights name them. */
export interface AdminAccount {
  id: string;
  name: string;
  adminRole: AdminRole | null;
}

/** @throws Refusal("not_found") when it is no administrator's, or closed */
export async function adminOf(userId: string): Promise<AdminAccount> {
  const user = await UserModel.findById(userId, "name lastname isAdmin adminRole deletedAt").lean();
  if (!user?.isAdmin || user.deletedAt) throw new Refusal("not_found");
  return { id: userId, name: fullName(user), adminRole: user.adminRole ?? null };
}
