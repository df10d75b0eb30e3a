import { isValidObjectId } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { StripeEvent } from "@models/stripe-event";
import { readAccount } from "~/payments/connected-account.server";
import { isInvalidRequest, isMissing } from "~/payments/gateway.server";
import { requireOldEvent } from "~/payments/missed-events.server";
import { paymentOf, readPayment, type PaymentRef } from "~/payments/read-payment.server";
import { markHandled } from "~/payments/receive-event.server";
import { logger } from "~/platform/log.server";
import { isCalledOff } from "~/rules/reservation-states";
import { noteLost } from "./note-lost.server";
import { syncReservation } from "./sync-reservation.server";

const CUT_OFF = "account.application.deauthorized";

/**
 * Acts on a stored event: brings what it speaks of in line with Stripe, then marks it handled.
 * Which state that leads to is Stripe's to say when asked, never the event's.
 *
 * @throws UnknownSubject while it is young and Stripe does not know what it speaks of
 */
export async function handleEvent(event: StripeEvent, now: Date): Promise<void> {
  try {
    if (event.endpoint === "connect") await followAccount(event, now);
    else await followPayment(event, now);
  } catch (error) {
    // Of a payment that is written down here, and no less unknown with another platform's key.
    if (isMissing(error)) requireOldEvent(event, now, error);
    throw error;
  }
  await markHandled(event._id, now);
}

async function followAccount(event: StripeEvent, now: Date): Promise<void> {
  const account = await readAccount(event.objectId);
  // With another platform's key all are gone: it is believed at once of an account that was cut off, as the event says, too.
  if (account?.isGone && event.type !== CUT_OFF) requireOldEvent(event, now);
  await account?.write();
}

async function followPayment(event: StripeEvent, now: Date): Promise<void> {
  const about = { event: event._id, type: event.type };
  const mentioned = await ifKnown(event, now, () => paymentOf(event.objectId));
  const known =
    mentioned &&
    (await ReservationModel.findOne({ ...mentioned }, { status: 1, paidAt: 1 }).lean());
  const reservationId =
    known?._id.toString() ??
    (mentioned && (await ifKnown(event, now, () => namedReservation(mentioned))));
  if (known && isBeingReleased(known)) {
    logger.debug(about, "event about a released payment");
  } else if (mentioned && reservationId) {
    const reservation = await syncReservation(reservationId, { mentioned, now });
    if (!reservation) await noteLost(mentioned, reservationId);
  } else {
    logger.info(about, "event about no reservation");
  }
}

/**
 * Whether there is nothing to learn about a reservation's own payment: it was authorised at most, and
 * the reservation's end gives it back. Whoever ended it asks Stripe and writes the answer down, or
 * the reconciliation job does; what Stripe then tells of it is the echo.
 */
function isBeingReleased({ status, paidAt }: Pick<Reservation, "status" | "paidAt">): boolean {
  return isCalledOff(status) && !paidAt;
}

/** The reservation that a payment says itself that it is for, when nothing here knows the payment. */
async function namedReservation(mentioned: PaymentRef): Promise<string | null> {
  const { reservationId } = await readPayment(mentioned);
  return reservationId && isValidObjectId(reservationId) ? reservationId : null;
}

/** @returns null when Stripe knows no such payment (any more), @throws UnknownSubject when that is not yet certain */
async function ifKnown<T>(event: StripeEvent, now: Date, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    // With another platform's key Stripe says so of all.
    if (isMissing(error)) requireOldEvent(event, now, error);
    logger.warn({ err: error, object: event.objectId }, "event about an unknown payment");
    return null;
  }
}
