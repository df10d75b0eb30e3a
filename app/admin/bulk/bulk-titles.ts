/** How the pages that act on several rows are called, in their heading and as documents. */
import { counted } from "~/platform/numbers";
import type { BulkResult, BulkRow } from "./bulk";

/** 'lieu', 'lieux'. */
export type Noun = readonly [one: string, many: string];

/** Before: 'Bannir 12\u00a0comptes\u00a0?'; 'Bannir des comptes' where nothing can be done of any. */
export function bulkQuestion(verb: string, noun: Noun, rows: readonly BulkRow[]): string {
  const able = rows.filter(({ hindrance }) => hindrance === null).length;
  return able === 0 ? `${verb} des ${noun[1]}` : `${verb} ${counted(able, ...noun)}\u00a0?`;
}

/** After: 'Bannir\u00a0: 10 sur 12\u00a0comptes'. */
export function bulkOutcome(verb: string, noun: Noun, results: readonly BulkResult[]): string {
  const done = results.filter(({ problem }) => problem === null).length;
  return `${verb}\u00a0: ${done} sur ${counted(results.length, ...noun)}`;
}

/** What the form of such a page answers: the page with what became of each row, which is called otherwise then. */
export function bulkShown(verb: string, noun: Noun, results: readonly BulkResult[]) {
  return { show: { results }, title: bulkOutcome(verb, noun, results) };
}
