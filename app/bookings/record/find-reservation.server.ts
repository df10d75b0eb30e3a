import { ReservationModel, type Reservation } from "@models/reservation";
import { Refusal } from "~/platform/refusal";

/** Who asks for a reservation, and in which part: the session says who, the page says as what. */
export interface Party {
  role: "buyer" | "owner" | "admin";
  userId: string;
}

/** The reservation, as far as it is this person's. @throws Refusal as `requireOwn` */
export async function findReservation(reservationId: string, by: Party): Promise<Reservation> {
  // By its id alone, which an index has: with its owner in the filter all others' would be looked through.
  return requireOwn(await ReservationModel.findById(reservationId).lean(), by);
}

/**
 * A reservation that was found, as far as it is this person's. Who acts as an admin has been checked to be one.
 *
 * @throws Refusal("not_found")
 */
export function requireOwn(
  reservation: Reservation | null | undefined,
  { role, userId }: Party,
): Reservation {
  const isGone = reservation?.status === "dead" || reservation?.status === "joined";
  if (!reservation || isGone) throw new Refusal("not_found");
  const party = role === "owner" ? reservation.ownerId : reservation.userId;
  if (role !== "admin" && party.toString() !== userId) throw new Refusal("not_found");
  if (role === "owner" && reservation.status === "hold") throw new Refusal("not_found");
  return reservation;
}
