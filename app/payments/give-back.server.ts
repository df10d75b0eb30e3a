import { closePayment, releasePayment } from "./close-payment.server";
import { refundUpTo, type RefundOptions } from "./refund.server";
import type { PaymentSnapshot } from "./snapshot";
import { takeBackLost } from "./take-back.server";

/**
 * Ends a payment, whatever it is now: closes what could still be paid, releases what is authorised,
 * and gives what was taken back until `target` cents of it are with the buyer.
 *
 * @param options see `refundUpTo`
 * @returns what the payment is afterwards: `none`, `cancelled` or `paid`
 */
export async function giveBack(
  payment: PaymentSnapshot,
  { target, ...options }: RefundOptions & { target: number },
): Promise<PaymentSnapshot> {
  const { ref } = options;
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
  const settled = await takeBackLost(current, options);
  return await refundUpTo(target, settled, options);
}
