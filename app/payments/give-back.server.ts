import { closePayment, releasePayment } from "./close-payment.server";
import type { PaymentRef } from "./read-payment.server";
import { refundUpTo } from "./refund.server";
import type { PaymentSnapshot } from "./snapshot";

/**
 * Ends a payment, whatever it is now: closes what could still be paid, releases what is authorised,
 * and gives what was taken back until `target` cents of it are with the buyer.
 *
 * @param key see `refundUpTo`
 * @returns what the payment is afterwards: `none`, `cancelled` or `paid`
 */
export async function giveBack(
  payment: PaymentSnapshot,
  {
    ref,
    target,
    ...names
  }: { ref: PaymentRef; target: number; reservationId: string; key: string },
): Promise<PaymentSnapshot> {
  let current = payment;
  if (
    current.state === "open" ||
    current.state === "requires_action" ||
    current.state === "failed"
  ) {
    current = await closePayment(ref);
  }
  if (current.state === "authorised" && current.intentId !== null) {
    current = await releasePayment(ref, current.intentId);
  }
  if (current.state !== "paid") return current;
  return await refundUpTo(target, { ref, payment: current, ...names });
}
