import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { addSums, NO_SUMS, sumsOf, type LedgerSums } from "~/payments/ledger-sums";
import type { Period } from "./period";

/** The sums of a part of a period: a day of a month, a month of a year. */
export interface PartSums {
  /** `2026-11-22` or `2026-11` */
  part: string;
  sums: LedgerSums;
}

/**
 * Adds the ledger up by the days or months of a period, in the database: what is read is that period's
 * entries in the index of their instants, however long the ledger is.
 *
 * @returns the parts in which something moved, in their order, and the whole
 */
export async function sumLedger({
  from,
  to,
  unit,
}: Pick<Period, "from" | "to" | "unit">): Promise<{ parts: PartSums[]; total: LedgerSums }> {
  const format = unit === "day" ? "%Y-%m-%d" : "%Y-%m";
  const part = { $dateToString: { date: "$at", format, timezone: "Europe/Paris" } };
  const groups = await LedgerEntryModel.aggregate<{
    _id: { part: string; type: LedgerType };
    amount: number;
  }>([
    { $match: { at: { $gte: from, $lt: to } } },
    { $group: { _id: { part, type: "$type" }, amount: { $sum: "$amount" } } },
  ]);
  const byPart = new Map<string, LedgerSums>();
  for (const { _id, amount } of groups) {
    const sums = sumsOf([{ type: _id.type, amount }]);
    byPart.set(_id.part, addSums(byPart.get(_id.part) ?? NO_SUMS, sums));
  }
  const parts = [...byPart]
    .map(([name, sums]) => ({ part: name, sums }))
    .filter(({ sums }) => Object.values(sums).some((sum) => sum !== 0))
    .sort((a, b) => (a.part < b.part ? -1 : 1));
  return { parts, total: parts.reduce((all, { sums }) => addSums(all, sums), NO_SUMS) };
}
