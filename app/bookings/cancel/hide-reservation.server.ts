import { ReservationModel } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { listStateOf } from "~/rules/reservation-states";

/**
 * Removes an ended or cancelled reservation from its buyer's list; it stays in the books.
 *
 * @throws Refusal("not_found") when there is none such that is over
 */
export async function hideReservation(request: {
  reservationId: string;
  buyerId: string;
  now: Date;
}): Promise<void> {
  const { reservationId, buyerId, now } = request;
  const own = { _id: reservationId, userId: buyerId };
  const reservation = await ReservationModel.findOne(own).lean();
  if (!reservation) throw new Refusal("not_found");
  const state = listStateOf(reservation, now, todayInParis(now));
  if (state !== "ended" && state !== "cancelled") throw new Refusal("not_found");
  // A request whose time is over may be given more of it meanwhile, and then is not over.
  const { status, answerBy } = reservation;
  const still = status === "pending" ? { ...own, answerBy } : own;
  const { matchedCount } = await ReservationModel.updateOne(still, {
    $set: { hiddenByBuyer: true },
  });
  if (matchedCount === 0) throw new Refusal("not_found");
}
