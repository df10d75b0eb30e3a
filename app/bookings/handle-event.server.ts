import { isValidObjectId } from "mongoose";
import { ReservationModel } from "@models/reservation";
import type { StripeEvent } from "@models/stripe-event";
import { syncAccount } from "~/payments/connected-account.server";
import { isInvalidRequest } from "~/payments/gateway.server";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import { markHandled } from "~/payments/receive-event.server";
import { logger } from "~/platform/log.server";
import { syncReservation } from "./sync-reservation.server";

/**
 * Acts on a stored event: brings what it speaks of in line with Stripe, then marks it handled.
 * Which state that leads to is Stripe's to say when asked, never the event's.
 */
export async function handleEvent(event: StripeEvent, now: Date): Promise<void> {
  if (event.endpoint === "connect") {
    await syncAccount(event.account ?? event.objectId);
  } else {
    const mentioned = refOfEvent(event);
    const reservationId = await reservationOf(mentioned);
    if (reservationId) {
      await syncReservation(reservationId, { mentioned, now });
    } else {
      logger.info({ event: event._id, type: event.type }, "event about no reservation");
    }
  }
  await markHandled(event._id, now);
}

function refOfEvent({ objectId }: StripeEvent): PaymentRef {
  return objectId.startsWith("cs_")
    ? { checkoutSessionId: objectId }
    : { paymentIntentId: objectId };
}

/** Whose payment it is: as written down here, else as the payment itself says. */
async function reservationOf(mentioned: PaymentRef): Promise<string | null> {
  const known = await ReservationModel.findOne({ ...mentioned }, { _id: 1 }).lean();
  if (known) return known._id.toString();
  const reservationId = await namedReservation(mentioned);
  return reservationId && isValidObjectId(reservationId) ? reservationId : null;
}

/** The reservation that a payment names; null when Stripe knows no such payment (any more). */
async function namedReservation(mentioned: PaymentRef): Promise<string | null> {
  try {
    return (await readPayment(mentioned)).reservationId;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    logger.warn({ err: error, ...mentioned }, "event about an unknown payment");
    return null;
  }
}
