import type { ClientSession } from "mongoose";
import type { Measure } from "@models/enumerations";
import { leavesOwnMatter, type Actor } from "../audit/actor.server";
import type { Reported } from "./reported.server";

/**
 * Makes sure that nobody decides in their own favour of what is reported, as long as somebody else may: dismisses what is
 * reported of what they wrote or of their venue, or settles that by one photo of theirs, or hides what others wrote of it, alone or with its author's account.
 *
 * @param transaction null: a page asks before it shows the form of the measure
 * @throws Refusal("own_matter")
 */
export async function leavesOwnReport(
  actor: Pick<Actor, "id">,
  { kind, person, ownerId }: Pick<Reported, "kind" | "person" | "ownerId">,
  measure: Measure,
  transaction: ClientSession | null,
): Promise<void> {
  const concerned = {
    ...{ classer: [person?.id, ownerId], masquer: [ownerId] },
    // Who wrote a review is banned with it: it is hidden. One photo less ends all that is reported of the venue.
    ...{ retirer: [ownerId], suspendre: [], bannir: kind === "review" ? [ownerId] : [] },
  }[measure];
  const own = concerned.find((id) => id === actor.id) ?? undefined;
  await leavesOwnMatter(actor, own, "reports.decide", transaction);
}
