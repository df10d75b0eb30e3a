import { logger } from "~/platform/log.server";
import { callStripe } from "./gateway.server";
import { readPayment, type PaymentRef } from "./read-payment.server";
import type { PaymentSnapshot } from "./snapshot";

/** Past so many refunds that the bank sent back, another one would be too. */
const MOST_FAILURES = 3;

/**
 * Gives a paid amount back until `target` cents have been given back in all; the owner's part and
 * the platform's come back in proportion. Does nothing once that much was: to be called again after
 * a crash, and at the same time by several, whose equal calls carry the same key. A payment that is
 * or was in dispute is left to a person.
 *
 * @param payment what the payment is now, `paid`
 * @param key what tells this payment's refunds apart: the reservation's id for its own payment
 * @returns what it is afterwards
 */
export async function refundUpTo(
  target: number,
  {
    ref,
    payment,
    reservationId,
    key,
  }: { ref: PaymentRef; payment: PaymentSnapshot; reservationId: string; key: string },
): Promise<PaymentSnapshot> {
  const captured = payment.charge?.captured ?? 0;
  const due = Math.min(target, captured) - payment.refunded;
  if (due <= 0 || payment.intentId === null) return payment;
  if (payment.disputes.length > 0) {
    // The bank has taken the money back, or decides whether it does: Stripe refuses refunds.
    logger.error({ reservationId, due }, "payment in dispute, a person has to see to its refund");
    return payment;
  }
  const failed = payment.refunds.filter(({ state }) => state === "failed").length;
  if (failed >= MOST_FAILURES) {
    logger.error({ reservationId, due, failed }, "refund keeps failing, a person has to see to it");
    return payment;
  }
  const { intentId } = payment;
  // Failed refunds count: each new one after them has a number, and so a key, of its own.
  const n = payment.refunds.length + 1;
  await callStripe((stripe) =>
    stripe.refunds.create(
      {
        payment_intent: intentId,
        amount: due,
        reason: "requested_by_customer",
        reverse_transfer: true,
        refund_application_fee: true,
        metadata: { reservation: reservationId },
      },
      { idempotencyKey: `re:${key}:${n}` },
    ),
  );
  return await readPayment(ref);
}
