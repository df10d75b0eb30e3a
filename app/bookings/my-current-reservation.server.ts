import { Types } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { viewOf, whereState, type ReservationView } from "./reservation-view.server";

/** The reservation that someone made last and that is still to come; null when there is none. */
export async function myCurrentReservation(
  buyerId: string,
  now: Date,
): Promise<ReservationView | null> {
  const reservation = await ReservationModel.findOne({
    userId: new Types.ObjectId(buyerId),
    hiddenByBuyer: false,
    $or: (["hold", "pending", "confirmed"] as const).map((state) => whereState(state, now)),
  })
    .sort({ createdAt: -1, _id: -1 })
    .lean();
  return reservation ? viewOf(reservation, now) : null;
}
