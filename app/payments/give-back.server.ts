import type { Cents } from "~/platform/money";
import { closePayment, isClosable, releasePayment } from "./close-payment.server";
import { refundUpTo, watchFunds, type RefundOptions } from "./refund.server";
import type { PaymentSnapshot } from "./snapshot";
import { takeBackLost, watchReinstated, type PaymentOwner } from "./take-back.server";

/**
 * Ends a payment, whatever it is now: closes what could still be paid, releases what is authorised,
 * and gives what was taken back until `target` cents of it are with the buyer.
 *
 * @param options see `refundUpTo`; `first`: cents of the target that a refund of their own gives back before the rest
 * @returns what the payment is afterwards: `none`, `cancelled` or `paid`
 */
export async function giveBack(
  payment: PaymentSnapshot,
  { target, first = 0, ...options }: RefundOptions & { target: Cents; first?: Cents },
): Promise<PaymentSnapshot> {
  const { ref } = options;
  let current = isClosable(payment) ? await closePayment(ref) : payment;
  if (current.state === "authorised" && current.intentId !== null) {
    current = await releasePayment(ref, current.intentId);
  }
  if (current.state !== "paid") return current;
  const settled = await takeBackLost(current, options);
  const begun = first > 0 ? await refundUpTo(first, settled, options) : settled;
  const after = await refundUpTo(target, begun, options);
  await watchReinstated(after, { ...options, target });
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
  await watchReinstated(settled, { ...owner, target: 0 });
  return settled;
}
