import { ReservationModel, type Reservation } from "@models/reservation";
import { Refusal } from "~/platform/refusal";

/** Who asks for a reservation, and in which part: the session says who, the page says as what. */
export interface Party {
  role: "buyer" | "owner" | "admin";
  userId: string;
}

/**
 * The reservation, as far as it is this person's. Who acts as an admin has been checked
 * to be one.
 *
 * @throws Refusal("not_found")
 */
export async function findReservation(
  reservationId: string,
  { role, userId }: Party,
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
