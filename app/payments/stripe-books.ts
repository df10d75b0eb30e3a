/** How a movement of the platform's balance at Stripe stands in the ledger. Pure. */
import type Stripe from "stripe";
import type { LedgerType } from "@models/ledger-entry";

const ENTRY_OF: Readonly<Record<string, LedgerType>> = {
  charge: "captured",
  payment: "captured",
  transfer: "transferred",
  transfer_refund: "transfer_reversed",
  application_fee: "fee",
  application_fee_refund: "fee_refunded",
  refund: "refunded",
  payment_refund: "refunded",
  refund_failure: "refund_failed",
  payment_failure_refund: "refund_failed",
};

/** A movement as the ledger would have it. */
export interface BookedMovement {
  /** The ledger's id of it: `type:stripeId`. */
  id: string;
  type: LedgerType;
  stripeId: string;
  /** What moved it at Stripe: the dispute, where `stripeId` is of its booking; else the same. */
  source: string;
  /** Positive cents; the type says the direction. */
  amount: number;
  at: Date;
}

type Booked = Pick<Stripe.BalanceTransaction, "id" | "type" | "amount" | "created"> & {
  source: string | { id: string } | null;
};

/** Null for what is no reservation's: Stripe's own fees, payouts to the platform's bank, reserves. */
export function bookedMovement({
  id,
  type,
  amount,
  created,
  source,
}: Booked): BookedMovement | null {
  const at = new Date(created * 1000);
  const movement = (entry: LedgerType, stripeId: string, movedBy: string) => ({
    id: `${entry}:${stripeId}`,
    type: entry,
    stripeId,
    source: movedBy,
    amount: Math.abs(amount),
    at,
  });
  const sourceId = typeof source === "string" ? source : source?.id;
  if (!sourceId) return null;
  // Disputes are the one adjustment that a payment has.
  if (type === "adjustment" && /^d[pu]_/.test(sourceId)) {
    return movement(amount < 0 ? "dispute_withdrawn" : "dispute_reinstated", id, sourceId);
  }
  const entry = ENTRY_OF[type];
  return entry ? movement(entry, sourceId, sourceId) : null;
}
