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
  const nameOf = await buyerNames(reservations);
  return reservations.map((reservation) => receivedRequest(reservation, nameOf, now));
}

type Bought = Pick<Reservation, "userId">;

/** What those who bought are called before the owner. */
export async function buyerNames(
  reservations: readonly Bought[],
): Promise<(reservation: Bought) => string> {
  const buyers = await UserModel.find(
    { _id: trusted({ $in: reservations.map(({ userId }) => userId) }) },
    { name: 1, lastname: 1, entityName: 1 },
  ).lean();
  const names = new Map(buyers.map((buyer) => [buyer._id.toString(), displayName(buyer)]));
  return ({ userId }) => names.get(userId.toString()) ?? "Compte supprimé";
}

/** Shapes one of them. */
export function receivedRequest(
  reservation: Reservation,
  nameOf: (reservation: Bought) => string,
  now: Date,
): ReceivedRequest {
  const { ownerShare } = reservation;
  return { ...viewOf(reservation, now), buyer: nameOf(reservation), ownerShare };
}
