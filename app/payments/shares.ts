import { proportion } from "~/platform/money";
import { ROUNDING } from "~/rules/money-words";
import { sumOf, type PaymentSnapshot } from "./snapshot";

/** Cents to take back: of what was sent on to the owner, and of the platform's fee on it. */
export interface TakeBack {
  transfer: number;
  fee: number;
}

/**
 * What `amount` more cents with the payer take of what was sent on and of the fee: their share of it, less
 * what of that has come back already. A refund that failed leaves its share behind, taken back and not
 * given to anyone; what a person gave back without taking it back stays their decision.
 *
 * @param payment `paid`, with transfer and fee known
 * @param from cents that were with the payer before
 */
export function stillToTake(payment: PaymentSnapshot, from: number, amount: number): TakeBack {
  const captured = payment.charge?.captured ?? 0;
  // As Stripe shares a refund out. More may be with the payer than was paid: no more than all is taken for it.
  // Less than nothing may be, when a bank gives back more than it took: rates change between the two.
  const shareUpTo = (part: number, cents: number) =>
    proportion(part, Math.max(0, Math.min(cents, captured)), captured);
  const take = (part: number, back: number) => {
    const share = shareUpTo(part, from + amount) - shareUpTo(part, from);
    const missing = shareUpTo(part, from + amount) - back;
    return Math.max(0, Math.min(share, missing));
  };
  const { transfer, fee } = payment;
  return {
    transfer: transfer ? take(transfer.amount, sumOf(transfer.reversals)) : 0,
    fee: fee ? take(fee.amount, sumOf(fee.refunds)) : 0,
  };
}

/** What `amount` more cents take when nothing of their share has come back. */
export function wholeShare(payment: PaymentSnapshot, from: number, amount: number): TakeBack {
  const { transfer, fee } = payment;
  return stillToTake(
    {
      ...payment,
      transfer: transfer && { ...transfer, reversals: [] },
      fee: fee && { ...fee, refunds: [] },
    },
    from,
    amount,
  );
}

/**
 * What an owner lacks, in cents: taken back beyond their part of what is with the payer and of refunds that
 * failed, whose retry takes nothing more.
 */
export function owedToOwner(payment: PaymentSnapshot): number {
  const { charge, transfer, fee, refunds, refunded, unfunded } = payment;
  if (!charge || !transfer) return 0;
  const failed = sumOf(refunds.filter(({ state }) => state === "failed"));
  const justified = wholeShare(payment, 0, Math.min(charge.captured, refunded + unfunded + failed));
  const taken = sumOf(transfer.reversals) - sumOf(fee?.refunds ?? []);
  const owed = taken - (justified.transfer - justified.fee);
  return owed > ROUNDING ? owed : 0;
}
