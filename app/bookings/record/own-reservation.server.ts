import type { Reservation } from "@models/reservation";
import { Refusal } from "~/platform/refusal";
import { wasCalledOffBy } from "~/rules/cancellation";

/** Who asks for a reservation, and in which part: the session says who, the page says as what. */
export interface Party {
  role: "buyer" | "owner" | "admin";
  userId: string;
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
  if (role !== "admin" && !isPartyTo(reservation, { role, userId })) throw new Refusal("not_found");
  if (role === "owner" && reservation.status === "hold") throw new Refusal("not_found");
  return reservation;
}

/** Whether it is this buyer's, or this owner's, own reservation. */
function isPartyTo({ ownerId, userId }: Reservation, by: Party): boolean {
  return (by.role === "owner" ? ownerId : userId).toString() === by.userId;
}

/**
 * Whether this buyer or owner called it off before, by another press or in another window. It may be days that they gave up
 * unpaid, which `requireOwn` knows nothing of.
 */
export function isCalledOffBy(reservation: Reservation, by: Party): boolean {
  const { role } = by;
  return role !== "admin" && isPartyTo(reservation, by) && wasCalledOffBy(reservation, role);
}
