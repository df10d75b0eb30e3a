import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { closePayment } from "~/payments/close-payment.server";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { knownAsBefore, refOf, withIntent } from "../record/payment-record.server";

/**
 * Takes the payment of an attempt for its hold's own that is later than the last one stored. Each attempt is counted before Stripe
 * is asked for its payment, so that whoever heard of one and reads the reservation then finds its number: one that is not there was
 * made in a database that has been put back to an earlier day since, and pays for days that are held still.
 * The attempt before was closed when it was made; it is closed again here, for of two that are paid one has to go back.
 *
 * @param ref as it was known before the reservation was read
 * @returns whether it is the hold's own now, or somebody else changed the hold meanwhile: look again
 */
export async function adoptForgotten(ref: PaymentRef, hold: Reservation): Promise<boolean> {
  const { _id, status, attempt: stored } = hold;
  if (status !== "hold") return false;
  const payment = await readPayment(ref);
  const { attempt, reservationId } = payment;
  if (attempt === null || attempt <= stored || reservationId !== _id.toString()) return false;
  const { state } = await closePayment(refOf(hold));
  if (state !== "none" && state !== "cancelled") return false;
  const own = withIntent(ref, payment);
  const former = { checkoutUrl: 1, ...(!own.checkoutSessionId && { checkoutSessionId: 1 }) };
  const $unset = { ...former, ...(!own.paymentIntentId && { paymentIntentId: 1 }), opening: 1 };
  const asRead = { _id, status, attempt: stored, ...knownAsBefore(hold) };
  await inTransaction((session) =>
    updateAndRead(ReservationModel, asRead, { $set: { ...own, attempt }, $unset }, { session }),
  );
  logger.warn({ reservation: _id.toString(), stored, attempt }, "payment of a forgotten attempt");
  return true;
}
