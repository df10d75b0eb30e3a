import type { ClientSession } from "mongoose";
import type { ModerationDecision } from "@models/moderation-decision";
import { UserModel, type User } from "@models/user";
import { roleMay } from "~/platform/permissions";
import { officersIn, othersWhoMay, type Actor } from "../audit/actor.server";

/** How whoever reads an appeal is party to it: it is against what they `decided`, or what was decided of them. */
export type Own = "decided" | "concerned";

/** @returns null: they are not; of what somebody decided of themself, that it concerns them */
export function ownOf(
  { admin, person }: Pick<ModerationDecision, "admin" | "person">,
  actorId: string,
): Own | null {
  if (person?.toString() === actorId) return "concerned";
  return admin.toString() === actorId ? "decided" : null;
}

/**
 * The account that an appeal may open again. An administrator's is opened by super-admins alone, so that they alone read
 * what is said against its ban: nobody else could grant it.
 */
export async function accountAtStake(
  { measure, person }: Pick<ModerationDecision, "measure" | "person">,
  transaction: ClientSession | null,
): Promise<Pick<User, "isAdmin">> {
  const isBan = measure === "bannir" && person !== undefined;
  const banned = isBan && (await UserModel.findById(person, "isAdmin").session(transaction).lean());
  return { isAdmin: banned ? banned.isAdmin : false };
}

/**
 * Who is to read an appeal instead of somebody who is party to it, or who could not grant it. Where its two parties are all
 * who may, whoever decided goes before whom it concerns.
 *
 * @returns nobody: they may read it
 */
export async function readersInstead(
  decision: Pick<ModerationDecision, "admin" | "person" | "measure">,
  actor: Pick<Actor, "id">,
  transaction: ClientSession | null,
): ReturnType<typeof othersWhoMay> {
  const own = ownOf(decision, actor.id);
  const { isAdmin } = await accountAtStake(decision, transaction);
  if (!own && !isAdmin) return [];
  const others = await othersWhoMay(
    actor,
    isAdmin ? "admins.manage" : "reports.decide",
    transaction,
  );
  if (own === "concerned") return others;
  const impartial = others.filter(({ _id }) => !decision.person?.equals(_id));
  if (own === "decided") return impartial;
  const officers = await officersIn(transaction);
  const role = officers.find(({ _id }) => _id.toString() === actor.id)?.adminRole;
  if (role !== undefined && roleMay(role, "admins.manage")) return [];
  const neither = impartial.filter(({ _id }) => !decision.admin.equals(_id));
  return [neither, impartial, others].find((some) => some.length > 0) ?? [];
}
