import { trusted, type ClientSession } from "mongoose";
import { LedgerEntryModel, type LedgerEntry, type LedgerType } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import type { Movement, PaymentSnapshot } from "./snapshot";

/** Between whom the money moves. */
export type Parties = Pick<Reservation, "_id" | "userId" | "ownerId">;

/** Every movement of a payment so far, as ledger entries. The same snapshot gives the same entries. */
export function entriesOf(payment: PaymentSnapshot, parties: Parties): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const add = (type: LedgerType, { id, amount, at }: Movement) =>
    entries.push({
      _id: `${type}:${id}`,
      reservation: parties._id,
      buyer: parties.userId,
      owner: parties.ownerId,
      type,
      amount,
      stripeId: id,
      at,
    });
  const { charge, transfer, fee, state } = payment;
  if (charge?.manual) add("authorised", charge);
  if (charge?.captured === 0 && state === "cancelled") add("released", charge);
  if (charge && charge.captured > 0) {
    // Of a capture that came after the authorisation Stripe dates only what followed from it.
    const at = charge.manual && transfer ? transfer.at : charge.at;
    add("captured", { id: charge.id, amount: charge.captured, at });
  }
  if (transfer) add("transferred", transfer);
  if (fee) add("fee", fee);
  for (const refund of payment.refunds) {
    add("refunded", refund);
    if (refund.state === "failed") add("refund_failed", refund);
  }
  for (const reversal of transfer?.reversals ?? []) add("transfer_reversed", reversal);
  for (const refund of fee?.refunds ?? []) add("fee_refunded", refund);
  for (const dispute of payment.disputes) {
    add("disputed", dispute);
    if (dispute.closed) add("dispute_closed", dispute);
  }
  return entries;
}

/** Writes what the ledger does not have yet of some payments, in the caller's transaction. */
export async function appendToLedger(
  payments: readonly { payment: PaymentSnapshot; parties: Parties }[],
  session: ClientSession,
): Promise<void> {
  const entries = payments.flatMap(({ payment, parties }) => entriesOf(payment, parties));
  if (entries.length === 0) return;
  const reservation = trusted({ $in: payments.map(({ parties }) => parties._id) });
  const known = await LedgerEntryModel.find({ reservation }, { _id: 1 }, { session }).lean();
  const ids = new Set(known.map(({ _id }) => _id));
  const fresh = entries.filter(({ _id }) => !ids.has(_id));
  // A duplicate key here means that the same was written at this moment elsewhere: the transaction
  // aborts, and whoever runs it again finds everything written.
  if (fresh.length > 0) await LedgerEntryModel.insertMany(fresh, { session });
}

/** Where the money of a payment is, in cents: `paid = owner + platform + refunded`. */
export interface Balance {
  paid: number;
  owner: number;
  platform: number;
  refunded: number;
}

/** Adds ledger entries up. */
export function balanceOf(entries: readonly Pick<LedgerEntry, "type" | "amount">[]): Balance {
  const sum = (type: LedgerType) =>
    entries.reduce((total, entry) => total + (entry.type === type ? entry.amount : 0), 0);
  const paid = sum("captured");
  const refunded = sum("refunded") - sum("refund_failed");
  const platformFee = sum("fee") - sum("fee_refunded");
  const owner = sum("transferred") - sum("transfer_reversed") - platformFee;
  // What was not sent on to the owner, or came back from them without having reached the buyer yet,
  // is with the platform.
  const held = paid - sum("transferred") + sum("transfer_reversed") - refunded;
  return { paid, owner, platform: platformFee + held, refunded };
}
