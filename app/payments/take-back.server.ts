import { callStripe, refusalReason } from "./gateway.server";
import { writeDown, type Parties } from "./ledger.server";
import { closeCases, openCase } from "./payment-cases.server";
import { readPayment, type PaymentRef } from "./read-payment.server";
import { owedToOwner, stillToTake, type TakeBack } from "./shares";
import type { PaymentSnapshot } from "./snapshot";

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
 * @returns what the payment is then, or null when Stripe refuses: a person has a case then
 */
export async function takeBack(
  due: TakeBack,
  payment: PaymentSnapshot,
  { ref, parties, asOf }: PaymentOwner,
): Promise<PaymentSnapshot | null> {
  const { transfer, fee, intentId } = payment;
  if (intentId === null) return payment;
  const metadata = { reservation: parties._id.toString() };
  try {
    if (transfer && due.transfer > 0) {
      const key = `trr:${transfer.id}:${transfer.reversals.length + 1}`;
      await callStripe((stripe) =>
        stripe.transfers.createReversal(
          transfer.id,
          { amount: due.transfer, metadata },
          { idempotencyKey: key },
        ),
      );
    }
    if (fee && due.fee > 0) {
      const key = `fr:${fee.id}:${fee.refunds.length + 1}`;
      await callStripe((stripe) =>
        stripe.applicationFees.createRefund(
          fee.id,
          { amount: due.fee, metadata },
          { idempotencyKey: key },
        ),
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
 * Takes back the owner's and the platform's parts of what the payer's bank took back for good, once. When
 * such money comes back afterwards, a person sees to it that the owner gets theirs.
 *
 * @param payment what the payment is now, `paid`
 * @returns what it is then
 */
export async function takeBackLost(
  payment: PaymentSnapshot,
  owner: PaymentOwner,
): Promise<PaymentSnapshot> {
  const { chargedBack, refunded, intentId, disputes } = payment;
  if (disputes.length === 0 || intentId === null) return payment;
  const { parties, asOf } = owner;
  const due = stillToTake(payment, refunded - chargedBack, chargedBack);
  if (due.transfer + due.fee > 0) {
    await writeDown(payment, parties);
    return (await takeBack(due, payment, owner)) ?? payment;
  }
  await closeCases(intentId, ["take_back_refused"], asOf);
  const cameBack = disputes.some(({ reinstatements }) => reinstatements.length > 0);
  const amount = cameBack && disputes.every(({ closed }) => closed) ? owedToOwner(payment) : 0;
  if (amount > 0) {
    const reason = "Litige gagné après que la part du propriétaire a été reprise";
    const about = { parties, paymentIntentId: intentId, amount, reason };
    // What a person then pays the owner is no part of this payment, which says the same for ever.
    await openCase("dispute_reinstated", about, { onlyOnce: true });
  }
  return payment;
}
