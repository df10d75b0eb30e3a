import type { Cents } from "~/platform/money";
import { ROUNDING } from "~/rules/money-words";
import { refusalReason } from "./gateway.server";
import { writeDown } from "./ledger.server";
import type { Parties } from "./movements";
import { closeCases, givenUpOf, openCase, paidByHandOf } from "./payment-cases.server";
import { readPayment, type PaymentRef } from "./read-payment.server";
import { dueUpTo, owedToOwner, stillToTake, type GivenUp, type TakeBack } from "./shares";
import type { PaymentSnapshot } from "./snapshot";
import { keyTurnOf, moveUnderKey, type KeyTurn } from "./spent-keys.server";

/** Whose payment it is, and what it is known by. */
export interface PaymentOwner {
  ref: PaymentRef;
  parties: Parties;
  /** Before the payment was read; see `closeCases`. */
  asOf: Date;
}

/**
 * Takes an owner's part of a payment back, and the platform's, where no refund does it. Asked again, also
 * by several at once, it takes nothing twice: each call carries the number of those before it in its key.
 *
 * @param owner.turn read before the payment was
 * @returns what the payment is then, or null when Stripe refuses: a person has a case then
 */
export async function takeBack(
  due: TakeBack,
  payment: PaymentSnapshot,
  { ref, parties, asOf, turn }: PaymentOwner & { turn: KeyTurn },
): Promise<PaymentSnapshot | null> {
  const { transfer, fee, intentId } = payment;
  if (intentId === null) return payment;
  const metadata = { reservation: parties._id.toString() };
  try {
    if (transfer && due.transfer > 0) {
      const key = `trr:${transfer.id}:${transfer.reversals.length + 1}`;
      await moveUnderKey(turn, key, (stripe, once) =>
        stripe.transfers.createReversal(transfer.id, { amount: due.transfer, metadata }, once),
      );
    }
    if (fee && due.fee > 0) {
      const key = `fr:${fee.id}:${fee.refunds.length + 1}`;
      await moveUnderKey(turn, key, (stripe, once) =>
        stripe.applicationFees.createRefund(fee.id, { amount: due.fee, metadata }, once),
      );
    }
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === null) throw error;
    const amount = Math.max(0, due.transfer - due.fee);
    await openCase("take_back_refused", { parties, paymentIntentId: intentId, amount, reason });
    return null;
  }
  await closeCases(intentId, ["take_back_refused"], asOf);
  return await readPayment(ref);
}

/**
 * Takes back the owner's and the platform's parts of what the payer's bank took back for good, once.
 *
 * @param payment what the payment is now, `paid`
 * @returns what it is then
 */
export async function takeBackLost(
  payment: PaymentSnapshot,
  owner: PaymentOwner,
): Promise<PaymentSnapshot> {
  const { intentId } = payment;
  if (payment.disputes.length === 0 || intentId === null) return payment;
  const { parties, ref, asOf } = owner;
  const givenUp = await givenUpOf(intentId);
  let now = payment;
  if (isDue(lostShares(now, givenUp))) {
    const { turn, present } = await keyTurnOf({ ...now, intentId }, ref);
    const due = lostShares(present, givenUp);
    if (isDue(due)) {
      await writeDown(present, parties);
      return (await takeBack(due, present, { ...owner, turn })) ?? present;
    }
    now = present;
  }
  await closeCases(intentId, ["take_back_refused"], asOf);
  return now;
}

/**
 * When such money comes back afterwards, a person sees to it that the owner gets theirs: until they have it, or it goes to the
 * payer, or is to.
 *
 * @param payment what it is once all was refunded of the target that Stripe takes
 * @param owner.target cents that are to be with the payer in all, as it was decided: nobody pays an owner their part of that
 */
export async function watchReinstated(
  payment: PaymentSnapshot,
  { parties, asOf, target }: Pick<PaymentOwner, "parties" | "asOf"> & { target: Cents },
): Promise<void> {
  const { intentId, disputes } = payment;
  const cameBack = disputes.some(({ reinstatements }) => reinstatements.length > 0);
  if (intentId === null || !cameBack) return;
  const due = dueUpTo(target, payment, await givenUpOf(intentId));
  // What a person paid the owner is no part of this payment, which says the same for ever.
  const amount = owedToOwner(payment, due) - (await paidByHandOf(intentId));
  if (amount <= ROUNDING) return await closeCases(intentId, ["dispute_reinstated"], asOf);
  const reason = "Litige gagné après que la part du propriétaire a été reprise";
  await openCase("dispute_reinstated", { parties, paymentIntentId: intentId, amount, reason });
}

/** What is yet to be taken back of what the bank keeps. */
export function lostShares(payment: PaymentSnapshot, givenUp: GivenUp): TakeBack {
  const { refunded, unfunded, chargedBack } = payment;
  return stillToTake(payment, refunded + unfunded - chargedBack, chargedBack, givenUp);
}

const isDue = ({ transfer, fee }: TakeBack) => transfer + fee > 0;
