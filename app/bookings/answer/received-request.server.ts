import { trusted } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { displayName } from "~/accounts/display-name";
import { viewOf, type ReservationView } from "../record/reservation-view.server";

export interface ReceivedRequest extends ReservationView {
  /** As strangers may know them: 'Hugo L.', an organisation's name. */
  buyer: string;
  /** What the owner receives, in cents. */
  ownerShare: number;
}

/** Shapes reservations for their owner, with the little of the buyer that owners see. */
export async function forOwner(
  reservations: readonly Reservation[],
  now: Date,
): Promise<ReceivedRequest[]> {
  const buyers = await UserModel.find(
    { _id: trusted({ $in: reservations.map(({ userId }) => userId) }) },
    { name: 1, lastname: 1, entityName: 1 },
  ).lean();
  const names = new Map(buyers.map((buyer) => [buyer._id.toString(), displayName(buyer)]));
  return reservations.map((reservation) => ({
    ...viewOf(reservation, now),
    buyer: names.get(reservation.userId.toString()) ?? "Compte supprimé",
    ownerShare: reservation.ownerShare,
  }));
}
