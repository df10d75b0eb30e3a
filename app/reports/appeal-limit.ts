import type { AppealOutcome } from "@models/enumerations";
import type { ModerationDecision } from "@models/moderation-decision";
import { addDays, addMonths, parisDayOf, parisMidnight, type Day } from "~/platform/days";

/** How long a decision may be appealed against; the law allows no less. */
const APPEAL_MONTHS = 6;

/** Who reads an appeal: the office may have one person only. */
export const WHO_READS =
  "Notre équipe le relit et vous écrit sa réponse. La personne qui le relit n’est pas celle qui a pris la décision, dès lors qu’une autre peut le faire.";

/** What became of it. */
export const OUTCOME_WORDS: Record<AppealOutcome, string> = {
  maintenir: "Décision maintenue",
  revenir: "Décision annulée",
};

type Decided = Pick<ModerationDecision, "at">;

/** The last day on which a decision may be appealed against. */
export function lastAppealDay({ at }: Decided): Day {
  return addMonths(parisDayOf(at), APPEAL_MONTHS);
}

/** When that is over: months differ in length, and a day counts whole. */
export function latestAppeal(decision: Decided): Date {
  return parisMidnight(addDays(lastAppealDay(decision), 1));
}
