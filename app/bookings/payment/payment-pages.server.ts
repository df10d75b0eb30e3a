/** The pages around a payment: recap, confirmation, failure. */
import { ReservationModel } from "@models/reservation";
import { Refusal } from "~/platform/web/refusal";
import { viewOf, type ReservationView } from "../reservation-view.server";
import { syncReservation } from "./sync-reservation.server";

/**
 * One reservation for its buyer's pages: recap, payment, confirmation, cancellation.
 *
 * @throws Refusal("not_found") when there is none such of this buyer's
 */
export async function requestPage(
  reservationId: string,
  { buyerId, now }: { buyerId: string; now: Date },
): Promise<ReservationView> {
  const reservation = await ReservationModel.findOne({
    _id: reservationId,
    userId: buyerId,
  }).lean();
  if (!reservation) throw new Refusal("not_found");
  return viewOf(reservation, now);
}

/** Seen by someone who comes back from paying. */
export interface PaidPage {
  request: ReservationView;
  title: string;
}

/**
 * The page after a payment. It asks for the payment's present state first, so that a late event
 * never shows a paid customer an unpaid page.
 *
 * @throws Refusal("not_found") when there is no such reservation of this buyer's
 */
export async function paidPage(
  reservationId: string,
  { buyerId, now }: { buyerId: string; now: Date },
): Promise<PaidPage> {
  const options = { buyerId, now };
  const before = await requestPage(reservationId, options);
  if (!isUnsettled(before)) return { request: before, title: titleOf(before) };
  try {
    await syncReservation(before.id, { now });
  } catch (error) {
    // Stripe does not answer: the page says that the payment is awaited, and the job asks again.
    if (!(error instanceof Refusal) || error.code !== "unavailable") throw error;
  }
  const request = await requestPage(reservationId, options);
  return { request, title: titleOf(request) };
}

/** A hold that looks dead by the clock may have been paid in its last minute. */
function isUnsettled({ state }: ReservationView): boolean {
  return state === "hold" || state === "dead";
}

function titleOf({ state }: ReservationView): string {
  if (state === "hold") return "Paiement en cours";
  return state === "dead" || state === "cancelled" || state === "cancelling"
    ? "Réservation annulée"
    : "Paiement réussi\u00a0!";
}

/** A reservation whose days are still held for its payment. */
export interface UnpaidHold {
  id: string;
  venueId: string;
  /** '21/11/2026 à 11 h 05'. */
  until: string;
}

/** The buyer's hold, while its payment can still be made; null otherwise, whatever the reason. */
export async function unpaidHold(
  reservationId: string,
  options: { buyerId: string; now: Date },
): Promise<UnpaidHold | null> {
  try {
    const { id, venueId, hold } = await requestPage(reservationId, options);
    return hold && { id, venueId, until: hold.until };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
