/** What the movements of payments come to. Pure; amounts are cents. */
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import { proportion, type Cents } from "~/platform/money";
import { isDisputed } from "~/rules/disputes";
import { ROUNDING, type Money } from "~/rules/money-words";

/**
 * Where the money of a payment is, in cents: `paid = owner + platform + refunded`. `refunded` is with the
 * payer, whether it was given back or their bank took it back.
 */
export interface Balance {
  paid: number;
  owner: number;
  platform: number;
  refunded: number;
}

/** What sums are made of. */
export type Summed = Pick<LedgerEntry, "type" | "amount">;

/** Cents that the entries of one type come to. */
export function totalOf(entries: readonly Summed[], type: LedgerType): number {
  return entries.reduce((total, entry) => total + (entry.type === type ? entry.amount : 0), 0);
}

/** Adds ledger entries up. */
export function balanceOf(entries: readonly Summed[]): Balance {
  const sum = (type: LedgerType) => totalOf(entries, type);
  const paid = sum("captured");
  const refunded = sum("refunded") - sum("refund_failed") + chargedBackIn(entries);
  const platformFee = sum("fee") - sum("fee_refunded");
  const owner = sum("transferred") - sum("transfer_reversed") - platformFee;
  // What was not sent on to the owner, or came back from them without having reached the buyer yet,
  // is with the platform.
  const held = paid - sum("transferred") + sum("transfer_reversed") - refunded;
  return { paid, owner, platform: platformFee + held, refunded };
}

/** Cents that the payer's bank holds while it decides on a dispute; an inquiry holds none. */
export function contestedIn(entries: readonly Summed[]): number {
  return isDisputed(entries) ? takenByBanks(entries) : 0;
}

/** Cents that payers' banks took and did not give back: for good, or while they decide. */
function takenByBanks(entries: readonly Summed[]): number {
  return totalOf(entries, "dispute_withdrawn") - totalOf(entries, "dispute_reinstated");
}

/**
 * Cents that the payer's bank has taken back for good: while a dispute is open, nothing is. What it gave back beyond
 * what it took, at another rate, is the platform's.
 */
export function chargedBackIn(entries: readonly Summed[]): number {
  return isDisputed(entries) ? 0 : Math.max(0, takenByBanks(entries));
}

/** What ledger entries come to, as people are told of it. */
export function moneyOf(entries: readonly Summed[]): Money {
  const sum = (type: Summed["type"]) => totalOf(entries, type);
  const { paid, refunded, owner } = balanceOf(entries);
  const sent = sum("transferred") - sum("fee");
  const money = { paid, refunded, sent, takenBack: sent - owner, contested: contestedIn(entries) };
  const takenAhead = aheadIn(entries, money);
  return {
    authorised: sum("authorised"),
    released: sum("released"),
    ...money,
    takenAhead,
    owed: owedIn(entries, money),
  };
}

/** What an owner gave for refunds that the payer's bank sent back, and that are not with the payer otherwise since. */
function aheadIn(
  entries: readonly Summed[],
  { paid, refunded, sent, takenBack }: Pick<Money, "paid" | "refunded" | "sent" | "takenBack">,
): Cents {
  const sentBack = totalOf(entries, "refund_failed");
  if (sentBack === 0 || paymentsIn(entries) !== 1) return 0;
  const shareOf = (cents: Cents) => proportion(sent, Math.min(paid, cents), paid);
  // No more than their share: what waits for funds was taken too, and is the payer's beside what the bank decides on.
  return Math.max(0, Math.min(takenBack - shareOf(refunded), shareOf(sentBack)));
}

const paymentsIn = (entries: readonly Summed[]) =>
  entries.filter(({ type }) => type === "captured").length;

/**
 * Cents that an owner lacks since a bank gave back what their part was taken for, as `owedToOwner` tells it of a payment. What a
 * person then pays them is no movement of a payment: the ledger says so for ever.
 */
function owedIn(
  entries: readonly Summed[],
  {
    paid,
    refunded,
    sent,
    takenBack,
    contested,
  }: Pick<Money, "paid" | "refunded" | "sent" | "takenBack" | "contested">,
): Cents {
  if (paid === 0 || totalOf(entries, "dispute_reinstated") === 0) return 0;
  const withPayer = refunded + contested + totalOf(entries, "refund_failed");
  const owed = takenBack - proportion(sent, Math.min(paid, withPayer), paid);
  return owed > ROUNDING * paymentsIn(entries) ? owed : 0;
}
