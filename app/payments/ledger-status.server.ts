import type { LedgerEntry } from "@models/ledger-entry";
import { formatDay, parisDayOf } from "~/platform/days";
import { isDisputed } from "~/rules/disputes";
import { lostInDisputes } from "~/rules/receipt";
import { balanceOf, chargedBackIn } from "./balance";

type Entry = Pick<LedgerEntry, "type" | "amount" | "at">;

/** Where a payment is, as the ledger tells it. */
export type LedgerStatus =
  "authorised" | "released" | "paid" | "partly_refunded" | "refunded" | "disputed" | "charged_back";

/** What people read for each state. */
export const LEDGER_STATUS_LABELS: Record<LedgerStatus, string> = {
  authorised: "Autorisé",
  released: "Non débité",
  paid: "Payé",
  partly_refunded: "Remboursé en partie",
  refunded: "Remboursé",
  disputed: "Contesté",
  charged_back: "Repris par la banque",
};

/** The state of a payment from all its entries. */
export function ledgerStatus(entries: readonly Entry[]): LedgerStatus {
  if (isDisputed(entries)) return "disputed";
  const { paid, refunded } = balanceOf(entries);
  if (paid === 0) {
    return entries.some(({ type }) => type === "released") ? "released" : "authorised";
  }
  if (refunded >= paid && chargedBackIn(entries) > 0) return "charged_back";
  if (refunded >= paid) return "refunded";
  return refunded > 0 ? "partly_refunded" : "paid";
}

/** What was authorised or, from then on, taken, in cents. */
export function amountOf(entries: readonly Entry[]): number {
  const { paid } = balanceOf(entries);
  return paid > 0 ? paid : (entries.find(({ type }) => type === "authorised")?.amount ?? 0);
}

/**
 * The days on which movements of one type were made, DD/MM/YYYY in Paris: each once, the earliest first. Beside a sum of all payments
 * of a reservation they are all named, for those of dearer dates may be of another year.
 */
export function movedOn(
  entries: readonly Pick<LedgerEntry, "type" | "at">[],
  type: LedgerEntry["type"],
): string[] {
  return daysOf(entries.filter((entry) => entry.type === type));
}

/**
 * The days, as of `movedOn`, on which went to the payer what is with them as `refunded` of the balance: by refunds that no bank sent
 * back, and by what a bank took for good.
 */
export function givenBackOn(
  entries: readonly Pick<LedgerEntry, "_id" | "type" | "amount" | "stripeId" | "at">[],
): string[] {
  const ofType = (type: LedgerEntry["type"]) => entries.filter((entry) => entry.type === type);
  const sentBack = new Set(ofType("refund_failed").map(({ stripeId }) => stripeId));
  return daysOf([
    ...ofType("refunded").filter(({ stripeId }) => !sentBack.has(stripeId)),
    ...lostInDisputes(entries).filter(({ type }) => type === "dispute_withdrawn"),
  ]);
}

function daysOf(entries: readonly Pick<LedgerEntry, "at">[]): string[] {
  return [...new Set(entries.map(({ at }) => parisDayOf(at)).sort())].map(formatDay);
}
