import { Types } from "mongoose";
import { closeCases, openCase } from "~/payments/payment-cases.server";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { logger } from "~/platform/log.server";

/**
 * Hands a payment to a person that names a reservation which is not here, for as long as money of its payer's is in it. No
 * reservation is ever deleted: it was made in a database that has been put back to an earlier day since.
 */
export async function noteLost(ref: PaymentRef, reservation: string): Promise<void> {
  const asOf = new Date();
  const payment = await readPayment(ref);
  const { intentId: paymentIntentId } = payment;
  if (paymentIntentId === null) return;
  const { amount, reason } = moneyIn(payment);
  if (amount <= 0) return await closeCases(paymentIntentId, ["reservation_lost"], asOf);
  logger.error({ reservation, payment: paymentIntentId }, "payment of a reservation that is lost");
  const parties = { _id: new Types.ObjectId(reservation) };
  await openCase("reservation_lost", { parties, paymentIntentId, amount, reason });
}

/** Cents that are the payer's still, and how they are held. */
function moneyIn({ state, charge, refunded }: PaymentSnapshot): { amount: number; reason: string } {
  return state === "authorised"
    ? { amount: charge?.amount ?? 0, reason: "Autorisé, pas encaissé" }
    : { amount: (charge?.captured ?? 0) - refunded, reason: "Encaissé" };
}
