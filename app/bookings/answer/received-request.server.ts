import { trusted } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { displayName } from "~/accounts/display-name";
import type { Zone } from "~/platform/zones";
import { GONE } from "~/rules/receipt";
import { viewOf, type ReservationView } from "../record/reservation-view.server";

export interface ReceivedRequest extends ReservationView {
  /** As `buyerName` calls them: 'Hugo L.', an organisation's name, 'Compte supprimé'. */
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
    { name: 1, lastname: 1, entityName: 1, deletedAt: 1 },
  ).lean();
  const buyerOf = new Map(buyers.map((buyer) => [buyer._id.toString(), buyer]));
  return reservations.map((reservation) =>
    receivedRequest(reservation, buyerOf.get(reservation.userId.toString()), now),
  );
}

/** Shapes one of them. @param zone as of `viewOf` */
export function receivedRequest(
  reservation: Reservation,
  buyer: Named | undefined,
  now: Date,
  zone?: Zone,
): ReceivedRequest {
  const { ownerShare } = reservation;
  return { ...viewOf(reservation, now, zone), buyer: buyerName(buyer), ownerShare };
}

type Named = Parameters<typeof displayName>[0] & Pick<User, "deletedAt">;

/** What a buyer is called before the owner, as a label; a sentence names who is gone by their part. */
export function buyerName(buyer: Named | undefined): string {
  return buyer && !buyer.deletedAt ? displayName(buyer) : GONE;
}
