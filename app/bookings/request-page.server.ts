import { isValidObjectId } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { Refusal } from "~/platform/refusal";
import { viewOf, type ReservationView } from "./reservation-view.server";

/**
 * One reservation for its buyer's pages: recap, payment, confirmation, cancellation.
 *
 * @throws Refusal("not_found") when there is none such of this buyer's
 */
export async function requestPage(
  reservationId: string,
  { buyerId, now }: { buyerId: string; now: Date },
): Promise<ReservationView> {
  if (!isValidObjectId(reservationId)) throw new Refusal("not_found");
  const reservation = await ReservationModel.findOne({
    _id: reservationId,
    userId: buyerId,
  }).lean();
  if (!reservation) throw new Refusal("not_found");
  return viewOf(reservation, now);
}
