import { keptFor } from "~/platform/concurrency/kept-for";
import type { CaseKind } from "../words/case-kinds";
import { CASES_OF_A_KIND, idOfKey, type FoundCase } from "./case-file";
import { casesByIds, casesOf, findCases, type FoundCases } from "./find-cases.server";

/** How long pages share what was found, in minutes. */
const KEPT_MINUTES = 0.5;

/** Kinds of which one that was put away may stay open for good: an account that Stripe has limited, or whose payouts a ban holds, a difference of years ago. */
const STAY_OPEN: readonly CaseKind[] = ["payment", "ledger", "owner", "payout", "mail"];

const keptIds = keptFor<string[]>(KEPT_MINUTES);

/**
 * What the menu counts on every page of the office: as `findCases`, but to go through all that was ever put away takes longer
 * each year, and is done once in half a minute. So long at most it does not know of what came up; what was found is looked up anew
 * each time, so that nothing is counted which anybody has settled since, or which has ended.
 */
export async function casesOfMenu(): Promise<FoundCases> {
  return await findCases(CASES_OF_A_KIND, knownOf);
}

async function knownOf(kind: CaseKind, most: number): Promise<FoundCase[]> {
  if (!STAY_OPEN.includes(kind)) return await casesOf(kind, most);
  const ids = await keptIds(kind, new Date(), async () =>
    (await casesOf(kind, most)).map(({ key }) => idOfKey(key)),
  );
  const known = await casesByIds(kind, ids);
  // Of more than are counted others take the place of what was settled.
  return ids.length === most && known.length < most ? await casesOf(kind, most) : known;
}
