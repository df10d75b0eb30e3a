/** The queue 'À traiter' as a file: every case under its filters, however many there are. */
import { formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import type { CsvColumns } from "~/platform/web/csv.server";
import { CASE_KIND_LABELS, CASE_KINDS, type CaseKind } from "../words/case-kinds";
import type { CaseFilters, FoundCase } from "./case-file";
import { casesOrNull } from "./find-cases.server";
import { isUnder, linesOf, type CaseLine } from "./list-cases.server";

interface CaseRow {
  found: FoundCase;
  line: Pick<CaseLine, "charge">;
}

export const CASE_COLUMNS: CsvColumns<CaseRow> = {
  Nature: ({ found }) => CASE_KIND_LABELS[found.kind].one,
  Dossier: ({ found }) => found.title,
  Cause: ({ found }) => found.context,
  Depuis: ({ found }) => found.since && formatInstant(found.since),
  Échéance: ({ found }) => found.deadline && formatInstant(found.deadline),
  "Pris en charge par": ({ line }) => line.charge?.name,
  Adresse: ({ found }) => new URL(found.href, env.APP_URL).href,
};

/** Stands for those of a kind that cannot be read: the file has the others, and says that it lacks these. */
function unreadRow(kind: CaseKind): CaseRow {
  const nothing = { context: "", since: null, deadline: null, amount: null, mark: null };
  const href = `/admin/a-traiter?nature=${kind}`;
  const title = "Ces dossiers n’ont pas pu être lus";
  return { found: { key: "", kind, title, href, ...nothing }, line: { charge: null } };
}

/**
 * Kind by kind, each in the order in which it is found: to sort all by urgency they would have to be held at once. Those of a
 * kind are, before its first row: a slow line takes minutes, and what is settled meanwhile would let others be passed over.
 */
export async function* caseRows(
  adminId: string,
  filters: CaseFilters,
  now: Date,
): AsyncGenerator<CaseRow> {
  for (const kind of filters.nature === "" ? CASE_KINDS : [filters.nature]) {
    const all = await casesOrNull(kind, Infinity);
    if (!all) {
      yield unreadRow(kind);
      continue;
    }
    const lines = await linesOf(all, adminId, now);
    for (const [place, found] of all.entries()) {
      const line = lines[place]!;
      if (isUnder(line, filters)) yield { found, line };
    }
  }
}
