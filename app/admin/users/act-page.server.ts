import { UserModel, type User } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { mayActOn, mayShutOut, type Actor } from "../audit/actor.server";
import { mayCancelOf } from "./cancel-coming.server";
import { userDeparture, type UserDeparture } from "./user-departure.server";

interface Asked {
  viewer: Pick<Actor, "id">;
  params: { id: string };
  now: Date;
}

/**
 * What the page of an act on an account says before it. What the act would refuse whatever its form said is refused
 * here, so that nobody fills in one for nothing; the act asks again, in its transaction.
 *
 * @throws Refusal("not_found" | "own_account" | "forbidden" | "role_required" | "already_banned" | "ban_unverified" |
 *   "not_banned" | "nothing_coming" | "own_matter")
 */
export async function actPage(
  act: "bannir" | "retablir" | "supprimer" | "annuler",
  { viewer, params, now }: Asked,
): Promise<UserDeparture> {
  const departure = await userDeparture(params.id, now);
  const user = await UserModel.findById(params.id, "isAdmin isVerified").lean<
    Pick<User, "_id" | "isAdmin" | "isVerified">
  >();
  if (!user) throw new Refusal("not_found");
  switch (act) {
    case "bannir":
      if (departure.isBanned) throw new Refusal("already_banned");
      if (!user.isVerified) throw new Refusal("ban_unverified");
      await mayShutOut(viewer, user, "people.ban", null);
      break;
    case "retablir":
      if (!departure.isBanned) throw new Refusal("not_banned");
      await mayActOn(viewer, user, "people.ban", null);
      break;
    case "supprimer":
      await mayShutOut(viewer, user, "people.delete", null);
      break;
    case "annuler":
      if (departure.coming.length === 0) throw new Refusal("nothing_coming");
      await mayCancelOf(viewer, params.id, null);
      break;
  }
  return departure;
}
