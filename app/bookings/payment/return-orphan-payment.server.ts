import { enqueue } from "@jobs/queue";
import type { Reservation } from "@models/reservation";
import { giveBack } from "~/payments/give-back.server";
import { inNumbersTurn } from "~/payments/issue-receipts.server";
import { appendToLedger } from "~/payments/ledger.server";
import { entriesOf, partiesOf } from "~/payments/movements";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { moneyOf } from "~/payments/balance";
import { queueReservationMails } from "../mail/mails.server";

/**
 * Ends a payment that names a reservation without being its own: one of an attempt that was given
 * up. It cannot be paid any more, or what it took goes back in full and its payer is told.
 */
export async function returnOrphanPayment(
  ref: PaymentRef,
  reservation: Reservation,
): Promise<void> {
  const asOf = new Date();
  const payment = await readPayment(ref);
  const reservationId = reservation._id.toString();
  if (payment.reservationId !== reservationId || payment.state === "cancelled") return;
  // Its own by the page it was made on, which nobody wrote down where it was heard of without.
  if (payment.intentId !== null && payment.intentId === reservation.paymentIntentId) return;
  logger.warn({ reservationId, ref, state: payment.state }, "payment of an attempt given up");
  const key = `${reservationId}:${payment.intentId ?? payment.sessionId}`;
  const parties = partiesOf(reservation);
  const after = await giveBack(payment, { ref, target: Infinity, parties, key, asOf });
  if (!after.charge) return;
  const money = moneyOf(entriesOf(after, parties));
  // What comes of no reservation of its own goes back in full.
  const orphan = { id: after.intentId ?? "", money, due: money.paid - money.refunded };
  await inNumbersTurn(() =>
    inTransaction(async (session) => {
      await appendToLedger([{ payment: after, parties }], session);
      await queueReservationMails([{ news: "payment_returned", reservation, orphan }], session);
    }),
  );
  await enqueue("send-mails");
}
