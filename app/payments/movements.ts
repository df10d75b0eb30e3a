/** The movements of a payment as the ledger has them, and whose they are. Pure; amounts are cents. */
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import type { Movement, PaymentSnapshot } from "./snapshot";

/** Between whom the money moves, and for which reservation. */
export type Parties = Pick<Reservation, "_id" | "userId" | "ownerId"> & {
  /** The record of the payment, where it is a supplement's: what its receipt is made of. */
  supplement?: Reservation["_id"];
};

/** Whose books a record's payment stands in: a supplement's in those of its reservation. */
export function partiesOf({ _id, userId, ownerId, supplementTo }: Reservation): Parties {
  return supplementTo
    ? { _id: supplementTo.reservation, userId, ownerId, supplement: _id }
    : { _id, userId, ownerId };
}

/** Every movement of a payment so far, as ledger entries. The same snapshot gives the same entries. */
export function entriesOf(payment: PaymentSnapshot, parties: Parties): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const add = (type: LedgerType, { id, amount, at }: Movement, of?: string) =>
    entries.push({
      _id: `${type}:${id}`,
      reservation: parties._id,
      buyer: parties.userId,
      owner: parties.ownerId,
      type,
      amount,
      stripeId: id,
      ...(of !== undefined && { of }),
      at,
    });
  const { charge, cancelledAt, transfer, fee, state } = payment;
  if (charge?.manual) add("authorised", charge);
  if (charge?.captured === 0 && state === "cancelled") {
    add("released", { ...charge, at: cancelledAt ?? charge.at });
  }
  if (charge && charge.captured > 0) {
    // Of a capture that came after the authorisation Stripe dates only what followed from it.
    const at = charge.manual && transfer ? transfer.at : charge.at;
    add("captured", { id: charge.id, amount: charge.captured, at });
  }
  if (transfer) add("transferred", transfer);
  if (fee) add("fee", fee);
  for (const refund of payment.refunds) {
    if (refund.isUnfunded) continue;
    add("refunded", refund);
    if (refund.state === "failed")
      add("refund_failed", { ...refund, at: refund.failedAt ?? refund.at });
  }
  for (const reversal of transfer?.reversals ?? [])
    add("transfer_reversed", reversal, transfer?.id);
  for (const refund of fee?.refunds ?? []) add("fee_refunded", refund, fee?.id);
  for (const dispute of payment.disputes) {
    add("disputed", dispute);
    for (const withdrawal of dispute.withdrawals) add("dispute_withdrawn", withdrawal);
    for (const reinstated of dispute.reinstatements) add("dispute_reinstated", reinstated);
    if (dispute.closed) add("dispute_closed", dispute);
  }
  return entries;
}
