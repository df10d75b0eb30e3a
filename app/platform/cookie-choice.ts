import type { User } from "@models/user";
import { addMonths, type Day } from "./days";

/** How long a choice of cookies holds before it is asked for again (CNIL, recommandation du 17 septembre 2020, 38). */
const MONTHS = 6;

type Choice = Pick<User, "cookiesSet" | "cookiesSetOn" | "cookiesOf">;

/** The first day on which a choice holds no more; null without one. One without a day holds on none: nothing says when it was made. */
export function choiceEnds({ cookiesSet, cookiesSetOn }: Choice): Day | null {
  return cookiesSet === undefined || !cookiesSetOn ? null : addMonths(cookiesSetOn, MONTHS);
}

/**
 * Whether third parties' cookies are accepted; undefined while that is to be asked, for the first time or again.
 *
 * @param provider who sets them; undefined: nobody so far. A yes is to whom it named (GDPR, recital 42)
 */
export function standingChoice(
  choice: Choice,
  today: Day,
  provider: string | undefined,
): boolean | undefined {
  const ends = choiceEnds(choice);
  if (choice.cookiesSet && provider && choice.cookiesOf !== provider) return undefined;
  return ends !== null && today < ends ? choice.cookiesSet : undefined;
}
