import type { Reported } from "../moderation/reported.server";
import type { FoundCase } from "./case-file";
import { openAppeals, openReports } from "./find-moderation.server";
import { linesOf, type CaseLine } from "./list-cases.server";

/** Until when a case is to be dealt with, and who sees to it, for the page that it is dealt with on. */
export type FollowedCase = Pick<CaseLine, "deadline" | "charge">;

/** The reports on one thing as the queue has them; null: nobody has to decide of any. */
export async function followedReports(
  { kind, target }: Pick<Reported, "kind" | "target">,
  adminId: string,
  now: Date,
): Promise<FollowedCase | null> {
  return await followed(await openReports({ skip: 0, id: `${kind}:${target}` }), adminId, now);
}

/** An appeal likewise; null: it is answered. */
export async function followedAppeal(
  decisionId: string,
  adminId: string,
  now: Date,
): Promise<FollowedCase | null> {
  return await followed(await openAppeals({ skip: 0, id: decisionId }), adminId, now);
}

async function followed(
  found: readonly FoundCase[],
  adminId: string,
  now: Date,
): Promise<FollowedCase | null> {
  const [line] = await linesOf(found, adminId, now);
  return line ? { deadline: line.deadline, charge: line.charge } : null;
}
