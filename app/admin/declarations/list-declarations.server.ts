import { trusted, type Types } from "mongoose";
import { TaxFactsModel } from "@models/tax-facts";
import { MISSING_LABELS, EXCLUSION_LABELS, takenBackWords } from "~/declarations/declaration";
import { natureOf } from "~/declarations/owner-facts";
import {
  declaredOwners,
  OWNERS_AT_ONCE,
  readDeclarations,
  remindersOf,
} from "~/declarations/read-declarations.server";
import { keptFor } from "~/platform/concurrency/kept-for";
import { formatDay, parisDayOf, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";

export interface DeclarationLine {
  id: string;
  name: string;
  kind: string;
  properties: number;
  activities: number;
  paid: string;
  /** 'numéro fiscal', 'rien', or why nothing is declared. */
  missing: string;
  isComplete: boolean;
  /** What has to be corrected of what was filed; null: nothing. */
  takenBack: string | null;
  /** '22/11/2026, 22/12/2026': for this year's. */
  reminders: string;
}

export interface DeclarationList {
  year: string;
  page: number;
  pages: number;
  total: number;
  rows: DeclarationLine[];
}

/** Whose the rows are is found in all that was paid and let in the year, and each page turned would find it anew. */
const keptOwners = keptFor<Types.ObjectId[]>(5);

/**
 * The owners who were paid in a year or let days of it, fifty a page: who they are as it was at most five minutes ago, what is
 * said of them as it is.
 */
export async function listDeclarations(
  year: string,
  page: number,
  now: Date,
): Promise<DeclarationList> {
  const owners = await keptOwners(`${year} ${todayInParis(now)}`, now, () =>
    declaredOwners(year, now),
  );
  const pages = Math.max(1, Math.ceil(owners.length / OWNERS_AT_ONCE));
  const shown = Math.min(page, pages);
  const start = (shown - 1) * OWNERS_AT_ONCE;
  const ids = owners.slice(start, start + OWNERS_AT_ONCE);
  const [declarations, asked] = await Promise.all([
    readDeclarations(ids, year, now),
    remindersTo(ids, year),
  ]);
  const rows = declarations.map(({ owner, properties, total, missing, exclusion, takenBack }) => ({
    id: owner.id,
    name: owner.legalName,
    kind: natureOf(owner),
    properties: properties.length,
    activities: total.activities,
    paid: formatEuros(total.paid),
    missing: exclusion
      ? EXCLUSION_LABELS[exclusion]
      : missing.map((fact) => MISSING_LABELS[fact]).join(", ") || "rien",
    isComplete: missing.length === 0,
    takenBack: exclusion === null && takenBack > 0 ? takenBackWords(takenBack) : null,
    reminders: asked.get(owner.id) ?? "",
  }));
  return { year, page: shown, pages, total: owners.length, rows };
}

/** When each was asked for what this year's lacks, by their ids. */
async function remindersTo(
  ids: readonly Types.ObjectId[],
  year: string,
): Promise<ReadonlyMap<string, string>> {
  const facts = await TaxFactsModel.find(
    { _id: trusted({ $in: [...ids] }) },
    "reminders reminderYears",
  ).lean();
  return new Map(
    facts.map((one) => [
      one._id.toString(),
      remindersOf(year, one)
        .map((at) => formatDay(parisDayOf(at)))
        .join(", "),
    ]),
  );
}
