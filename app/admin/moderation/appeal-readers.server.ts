import type { ClientSession } from "mongoose";
import type { ModerationDecision } from "@models/moderation-decision";
import { othersWhoMay, type Actor } from "../audit/actor.server";

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
 * Who is to read an appeal instead of somebody who is party to it. Where its two parties are all who may, whoever decided
 * goes before whom it concerns.
 *
 * @returns nobody: they may read it
 */
export async function readersInstead(
  decision: Pick<ModerationDecision, "admin" | "person">,
  actor: Pick<Actor, "id">,
  transaction: ClientSession | null,
): ReturnType<typeof othersWhoMay> {
  const own = ownOf(decision, actor.id);
  if (!own) return [];
  const others = await othersWhoMay(actor, "reports.decide", transaction);
  return own === "concerned" ? others : others.filter(({ _id }) => !decision.person?.equals(_id));
}
