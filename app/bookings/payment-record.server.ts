import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { findPayments, readPayment, type PaymentRef } from "~/payments/read-payment.server";
import type { PaymentSnapshot } from "~/payments/snapshot";

/**
 * For how long a claimed attempt may be on its way to Stripe: longer than the client tries. Past
 * that its process is taken for dead, and Stripe is searched for what it did.
 */
const OPENING_MS = 45_000;

/** What a reservation's payment is known by. */
export function refOf({ checkoutSessionId, paymentIntentId }: Reservation): PaymentRef {
  return { checkoutSessionId, paymentIntentId };
}

/** Whether a payment is being opened at this moment, by a process that has yet to write it down. */
export function isOpening({ opening }: Reservation, now: Date): boolean {
  return opening !== undefined && now.getTime() - opening.getTime() < OPENING_MS;
}

/** Writes down what an attempt opened, unless a later attempt has been claimed since. */
export async function recordPayment(
  { _id, attempt }: Pick<Reservation, "_id" | "attempt">,
  payment: PaymentRef & { checkoutUrl?: string },
): Promise<Reservation | null> {
  return await ReservationModel.findOneAndUpdate(
    { _id, attempt },
    { $set: payment, $unset: { opening: 1 } },
    { returnDocument: "after" },
  ).lean();
}

/**
 * Finds what a lost attempt left at Stripe and writes it down; afterwards the reservation is no
 * longer `opening`.
 *
 * @returns the reservation as it is then
 */
export async function adoptLostPayment(reservation: Reservation): Promise<Reservation> {
  const buyer = await UserModel.findById(reservation.userId, { stripeCustomerId: 1 }).lean();
  const found = buyer?.stripeCustomerId
    ? await findPayments({
        reservationId: reservation._id.toString(),
        customerId: buyer.stripeCustomerId,
        since: reservation.createdAt,
      })
    : [];
  const alive = await firstAlive(found);
  return (await recordPayment(reservation, alive ?? {})) ?? (await reload(reservation));
}

async function firstAlive(found: readonly PaymentRef[]): Promise<PaymentRef | null> {
  for (const ref of found) {
    const payment = await readPayment(ref);
    if (payment.state !== "cancelled") return withIntent(ref, payment);
  }
  return null;
}

async function reload({ _id }: Reservation): Promise<Reservation> {
  const reservation = await ReservationModel.findById(_id).lean();
  if (!reservation) throw new Error(`Reservation ${_id.toString()} is gone`);
  return reservation;
}

/**
 * Takes a payment that Stripe spoke of for the reservation's own: it is of the attempt that was
 * claimed, and nobody has written down yet what that one opened.
 *
 * @returns the reservation as it is then
 */
export async function adoptPayment(
  reservation: Reservation,
  ref: PaymentRef,
): Promise<Reservation> {
  const { _id, attempt, opening } = reservation;
  if (!opening) return reservation;
  const payment = await readPayment(ref);
  if (payment.attempt !== attempt || payment.reservationId !== _id.toString()) return reservation;
  const missing = trusted({ $exists: false });
  const adopted = await ReservationModel.findOneAndUpdate(
    { _id, attempt, checkoutSessionId: missing, paymentIntentId: missing },
    { $set: withIntent(ref, payment), $unset: { opening: 1 } },
    { returnDocument: "after" },
  ).lean();
  return adopted ?? (await reload(reservation));
}

function withIntent(ref: PaymentRef, { intentId }: PaymentSnapshot): PaymentRef {
  return intentId === null ? ref : { ...ref, paymentIntentId: intentId };
}

/** What a payment changes in its reservation's own fields. */
export function paymentFields(payment: PaymentSnapshot): Partial<Reservation> {
  const { intentId, charge, refunded } = payment;
  return {
    ...(intentId !== null && { paymentIntentId: intentId }),
    ...(charge && { chargeId: charge.id }),
    ...(charge?.receiptUrl && { receiptUrl: charge.receiptUrl }),
    ...(charge && charge.captured > 0 && { paidAt: charge.at }),
    refunded,
  };
}
