import { Types } from "mongoose";
import { closeCases, openCase } from "~/payments/payment-cases.server";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import { sumOf, type Movement, type PaymentSnapshot } from "~/payments/snapshot";
import { logger } from "~/platform/log.server";

/**
 * Hands a payment to a person that names a reservation which is not here, for as long as anybody has money of it that is not
 * theirs. No reservation is ever deleted: it was made in a database that has been put back to an earlier day since.
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

/**
 * Cents that are the payer's still, and how they are held; once they have all, what the owner keeps of it at the platform's cost,
 * then what the platform keeps at the owner's: a refund takes neither back unless it is told to.
 */
function moneyIn(payment: PaymentSnapshot): { amount: number; reason: string } {
  const { state, charge, refunded, transfer, fee } = payment;
  if (state === "authorised") {
    return { amount: charge?.amount ?? 0, reason: "Autorisé, pas encaissé" };
  }
  const payers = (charge?.captured ?? 0) - refunded;
  if (payers > 0) return { amount: payers, reason: "Encaissé" };
  const owners = transfer ? leftOf(transfer, transfer.reversals) : 0;
  if (owners > 0) return { amount: owners, reason: "Part du propriétaire à reprendre" };
  const platforms = fee ? leftOf(fee, fee.refunds) : 0;
  return { amount: platforms, reason: "Part de la plateforme à rendre au propriétaire" };
}

function leftOf({ amount }: Movement, back: readonly Movement[]): number {
  return amount - sumOf(back);
}
