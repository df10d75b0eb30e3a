import type { LedgerEntry } from "@models/ledger-entry";
import { balanceOf } from "./ledger.server";

type Entry = Pick<LedgerEntry, "type" | "amount" | "at">;

/** Where a payment is, as the ledger tells it. */
export type LedgerStatus =
  "authorised" | "released" | "paid" | "partly_refunded" | "refunded" | "disputed";

/** What people read for each state. */
export const LEDGER_STATUS_LABELS: Record<LedgerStatus, string> = {
  authorised: "Autorisé",
  released: "Non prélevé",
  paid: "Payé",
  partly_refunded: "Remboursé en partie",
  refunded: "Remboursé",
  disputed: "Contesté",
};

/** The state of a payment from all its entries. */
export function ledgerStatus(entries: readonly Entry[]): LedgerStatus {
  const count = (type: Entry["type"]) => entries.filter((entry) => entry.type === type).length;
  if (count("disputed") > count("dispute_closed")) return "disputed";
  const { paid, refunded } = balanceOf(entries);
  if (paid === 0) return count("released") > 0 ? "released" : "authorised";
  if (refunded >= paid) return "refunded";
  return refunded > 0 ? "partly_refunded" : "paid";
}

/** What was authorised or, from then on, taken, in cents. */
export function amountOf(entries: readonly Entry[]): number {
  const { paid } = balanceOf(entries);
  return paid > 0 ? paid : (entries.find(({ type }) => type === "authorised")?.amount ?? 0);
}
