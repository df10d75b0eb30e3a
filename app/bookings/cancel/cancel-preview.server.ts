import { ReservationModel, type Reservation } from "@models/reservation";
import type { Cents } from "~/platform/money";
import { Refusal } from "~/platform/web/refusal";
import { previewCancellation, type CancelPreview } from "~/rules/cancellation";
import { ledgerMoney } from "../state/money.server";
import { viewOf, type ReservationView } from "../state/reservation-view.server";

/** Who cancels, and in which part: the session says who, the page says as what. */
export interface Canceller {
  role: "buyer" | "owner" | "admin";
  userId: string;
}

/**
 * What cancelling a reservation would give back, to be said before anything happens. `contested` is what
 * the payer's bank decides on first, in cents.
 *
 * @throws Refusal("not_found" | "not_cancellable")
 */
export async function cancelPreview(
  reservationId: string,
  by: Canceller,
  now: Date,
): Promise<{ reservation: ReservationView; preview: CancelPreview; contested: Cents }> {
  const reservation = await findCancellable(reservationId, by);
  const preview = previewCancellation(reservation, by.role, now);
  if (!preview) throw new Refusal("not_cancellable");
  const { contested } = (await ledgerMoney([reservation._id]))(reservation._id);
  return { reservation: viewOf(reservation, now), preview, contested };
}

/**
 * The reservation, as far as it is this person's to cancel. Who acts as an admin has been checked
 * to be one.
 *
 * @throws Refusal("not_found")
 */
export async function findCancellable(
  reservationId: string,
  { role, userId }: Canceller,
): Promise<Reservation> {
  // By its id alone, which an index has: with its owner in the filter all others' would be looked through.
  const reservation = await ReservationModel.findById(reservationId).lean();
  const isGone = reservation?.status === "dead" || reservation?.status === "joined";
  if (!reservation || isGone) throw new Refusal("not_found");
  const party = role === "owner" ? reservation.ownerId : reservation.userId;
  if (role !== "admin" && party.toString() !== userId) throw new Refusal("not_found");
  if (role === "owner" && reservation.status === "hold") throw new Refusal("not_found");
  return reservation;
}
