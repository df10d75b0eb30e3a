import { proportion } from "~/platform/money";
import { ROUNDING } from "~/rules/money-words";
import { contestedOf, sumOf, type PaymentSnapshot } from "./snapshot";

/** Cents to take back: of what was sent on to the owner, and of the platform's fee on it. */
export interface TakeBack {
  transfer: number;
  fee: number;
}

/** What a person has given up of a payment's refunds: it goes to the card no more, and counts as the payer's. */
export interface GivenUp {
  cents: number;
  /** What of transfer and fee was taken for it; null: nobody wrote that down, its whole share. */
  taken: TakeBack | null;
}

/** Cents that Stripe refunds or is to refund: what waits for funds has taken its shares back, and is not asked for twice. */
export function askedFor({ refunded, unfunded }: PaymentSnapshot): number {
  return refunded + unfunded;
}

/** Cents that Stripe has yet to be asked for so that `target` are with the payer; none, where it is not above 0. */
export function dueUpTo(
  target: number,
  payment: PaymentSnapshot,
  { cents: givenUp }: Pick<GivenUp, "cents">,
): number {
  return Math.min(target, payment.charge?.captured ?? 0) - askedFor(payment) - givenUp;
}

/**
 * What `amount` more cents with the payer take of what was sent on and of the fee: their share of it, less
 * what of that has come back already. A refund that failed leaves its share behind, taken back and not
 * given to anyone; what a person gave back without taking it back stays their decision. What was never taken of what is given
 * up is taken for nothing else, either.
 *
 * @param payment `paid`, with transfer and fee known
 * @param from cents that were with the payer before, without what is given up
 */
export function stillToTake(
  payment: PaymentSnapshot,
  from: number,
  amount: number,
  givenUp?: GivenUp,
): TakeBack {
  const captured = payment.charge?.captured ?? 0;
  // As Stripe shares a refund out. More may be with the payer than was paid: no more than all is taken for it.
  // Less than nothing may be, when a bank gives back more than it took: rates change between the two.
  const shareUpTo = (part: number, cents: number) =>
    proportion(part, Math.max(0, Math.min(cents, captured)), captured);
  // Where a bank takes what was given up as well, it is the payer's once only.
  const beside = Math.max(0, Math.min(givenUp?.cents ?? 0, captured - from - amount));
  const take = (part: number, back: number, taken = Infinity) => {
    const before = from + beside;
    const share = shareUpTo(part, before + amount) - shareUpTo(part, before);
    const untaken = Math.max(0, shareUpTo(part, beside) - taken);
    const missing = shareUpTo(part, before + amount) - untaken - back;
    return Math.max(0, Math.min(share, missing));
  };
  const { transfer, fee } = payment;
  const taken = givenUp?.taken;
  return {
    transfer: transfer ? take(transfer.amount, sumOf(transfer.reversals), taken?.transfer) : 0,
    fee: fee ? take(fee.amount, sumOf(fee.refunds), taken?.fee) : 0,
  };
}

/** What `amount` more cents take when nothing of their share has come back. */
export function wholeShare(
  payment: PaymentSnapshot,
  from: number,
  amount: number,
  givenUp?: GivenUp,
): TakeBack {
  const { transfer, fee } = payment;
  return stillToTake(
    {
      ...payment,
      transfer: transfer && { ...transfer, reversals: [] },
      fee: fee && { ...fee, refunds: [] },
    },
    from,
    amount,
    givenUp,
  );
}

/** What has come back of transfer and fee beyond their share of so many cents with the payer. */
export function takenBeyond(payment: PaymentSnapshot, cents: number): TakeBack {
  const { transfer, fee } = payment;
  const justified = wholeShare(payment, 0, cents);
  return {
    transfer: Math.max(0, sumOf(transfer?.reversals ?? []) - justified.transfer),
    fee: Math.max(0, sumOf(fee?.refunds ?? []) - justified.fee),
  };
}

/**
 * What an owner lacks, in cents: taken back beyond their part of what is with the payer, of refunds that
 * failed, whose retry takes nothing more, and of what their bank holds while it decides. What is given up takes nothing of
 * them by itself.
 *
 * @param due cents of refunds that have yet to be made (`dueUpTo`)
 */
export function owedToOwner(payment: PaymentSnapshot, due = 0): number {
  const { charge, transfer, fee, refunds } = payment;
  if (!charge || !transfer) return 0;
  const failed = sumOf(refunds.filter(({ state }) => state === "failed"));
  const withPayer = askedFor(payment) + Math.max(due, failed + contestedOf(payment));
  const justified = wholeShare(payment, 0, Math.min(charge.captured, withPayer));
  const taken = sumOf(transfer.reversals) - sumOf(fee?.refunds ?? []);
  const owed = taken - (justified.transfer - justified.fee);
  return owed > ROUNDING ? owed : 0;
}
