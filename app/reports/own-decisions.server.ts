import { trusted, Types } from "mongoose";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { formatInstant } from "~/platform/days";
import { OUTCOME_WORDS } from "./appeal-limit";
import { decidedTexts } from "./decision-words.server";

/** What was decided of somebody's venue, review or account, as they find it on the site; why is on the page of its appeal. */
export interface OwnDecision {
  id: string;
  /** 'Votre lieu «\u00a0Le Loft\u00a0» a été suspendu.' */
  what: string;
  decidedOn: string;
  /** 'Décision annulée'; null: nothing was said against it. */
  appeal: string | null;
}

/** The decisions that concern somebody, the latest first; of what was dismissed they are not told. */
export async function ownDecisions(personId: string): Promise<OwnDecision[]> {
  const decisions = await ModerationDecisionModel.find(
    { person: new Types.ObjectId(personId), measure: trusted({ $ne: "classer" as const }) },
    "kind target measure at photo appeal.outcome appeal.at",
  )
    .sort({ at: -1, _id: -1 })
    .lean();
  const texts = await decidedTexts(decisions);
  return decisions.map(({ _id, at, appeal }, index) => ({
    id: _id.toString(),
    what: texts[index]!,
    decidedOn: formatInstant(at),
    appeal: appeal ? (appeal.outcome ? OUTCOME_WORDS[appeal.outcome] : "Recours à l’étude") : null,
  }));
}
