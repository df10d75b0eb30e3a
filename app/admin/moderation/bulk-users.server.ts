import { trusted } from "mongoose";
import { UserModel, type User } from "@models/user";
import { viewerMay, type Officer } from "~/platform/permissions";
import { refusalMessage } from "~/platform/refusal";
import type { Actor } from "../audit/actor.server";
import { instantSeen, type Bulk } from "../bulk/bulk";
import { banForPlatform } from "./ban-for-platform.server";
import { unbanUser } from "../users/ban-user.server";
import { comingCounts } from "../users/cancel-coming.server";
import { endUserSessions } from "../users/end-user-sessions.server";
import { fullName } from "../words/person";
import type { UserAct } from "../users/user-acts";

interface Said {
  actor: Actor;
  /** One for all, which each person is told; of no use where sessions end. */
  why: string;
  now: Date;
}

/**
 * Several accounts banned, given back or logged out, as whoever asks may: never their own, and an administrator's if they
 * manage administrators. Reservations to come stand: what is given back for them is decided on each account's record.
 */
export function userBulk(by: Officer & { id: string }, now: Date): Bulk<UserAct, Said> {
  return {
    async look(act, ids) {
      const users = await UserModel.find(
        { _id: trusted({ $in: ids }) },
        "name lastname email isAdmin isVerified bannedAt deletedAt",
      ).lean();
      const coming = act === "bannir" ? await comingCounts(ids, now) : null;
      return users.map((user) => {
        const id = user._id.toString();
        return {
          id,
          title: `${fullName(user)}, ${user.email}${comingText(coming?.get(id))}`,
          href: `/admin/user/${id}`,
          hindrance: hindranceOf(act, user, by),
          ...(act === "retablir" && { seen: String(user.bannedAt?.getTime()) }),
        };
      });
    },
    async run(act, userId, { actor, why, now: at }, seen) {
      const decision = { actor, userId, why, password: undefined, now: at };
      if (act === "bannir") await banForPlatform({ ...decision, coming: "keep" });
      else if (act === "retablir") await unbanUser({ ...decision, bannedAt: instantSeen(seen) });
      else await endUserSessions(decision);
    },
  };
}

function comingText(count = 0): string {
  if (count === 0) return "";
  return `, ${count} ${count > 1 ? "réservations" : "réservation"} à venir`;
}

function hindranceOf(
  act: UserAct,
  user: Pick<User, "_id" | "isAdmin" | "isVerified" | "bannedAt" | "deletedAt">,
  by: Officer & { id: string },
): string | null {
  if (user.deletedAt) return "Ce compte est fermé.";
  if (user._id.toString() === by.id) return "C’est votre compte.";
  if (user.isAdmin && !viewerMay(by, "admins.manage")) {
    return "Seul un super-admin agit sur un compte de l’administration.";
  }
  if (act === "bannir") {
    if (user.bannedAt) return "Déjà banni.";
    return user.isVerified ? null : refusalMessage("ban_unverified");
  }
  if (act === "retablir") return user.bannedAt ? null : "Il n’est pas banni.";
  return null;
}
