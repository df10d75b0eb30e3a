import type { LedgerEntry } from "@models/ledger-entry";

/** Whether a dispute of a payment, or the inquiry before one, is undecided. Pure. */
export function isDisputed(entries: readonly Pick<LedgerEntry, "type">[]): boolean {
  const count = (type: LedgerEntry["type"]) =>
    entries.filter((entry) => entry.type === type).length;
  return count("disputed") > count("dispute_closed");
}
