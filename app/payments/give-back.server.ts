import { closePayment, isClosable, releasePayment } from "./close-payment.server";
import { refundUpTo, watchFunds, type RefundOptions } from "./refund.server";
import type { PaymentSnapshot } from "./snapshot";
import { takeBackLost, watchReinstated, type PaymentOwner } from "./take-back.server";

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
  let current = isClosable(payment) ? await closePayment(ref) : payment;
  if (current.state === "authorised" && current.intentId !== null) {
    current = await releasePayment(ref, current.intentId);
  }
  if (current.state !== "paid") return current;
  const settled = await takeBackLost(current, options);
  const after = await refundUpTo(target, settled, options);
  await watchReinstated(after, options);
  return after;
}

/**
 * Sees to what others do with a payment of which nothing is to be given back here: the payer's bank, and people in Stripe's
 * dashboard.
 *
 * @param payment what the payment is now
 * @returns what it is then
 */
export async function followOthers(
  payment: PaymentSnapshot,
  owner: PaymentOwner,
): Promise<PaymentSnapshot> {
  const settled = await takeBackLost(payment, owner);
  await watchFunds(settled, owner);
  await watchReinstated(settled, owner);
  return settled;
}
