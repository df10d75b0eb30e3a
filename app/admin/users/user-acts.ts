/** What may be done of accounts. */
import type { User } from "@models/user";

/** What may be done of several accounts at once. */
export const USER_ACTS = ["bannir", "retablir", "deconnecter"] as const;
export type UserAct = (typeof USER_ACTS)[number];
export const USER_ACT_LABELS: Record<UserAct, string> = {
  bannir: "Bannir",
  retablir: "Rétablir",
  deconnecter: "Déconnecter",
};

/** How long the site may be looked at as somebody sees it. */
export const VIEW_MINUTES = 30;

/** Whether an account is one that the site may be looked at as: open, verified, and no administrator's. */
export function canBeViewed({
  isAdmin,
  isVerified,
  bannedAt,
  deletedAt,
}: Pick<User, "isAdmin" | "isVerified" | "bannedAt" | "deletedAt">): boolean {
  return isVerified && !isAdmin && !bannedAt && !deletedAt;
}
