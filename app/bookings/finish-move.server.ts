import type { Reservation } from "@models/reservation";
import { logger } from "~/platform/log.server";
import { syncReservation } from "./sync-reservation.server";

/**
 * Does at Stripe what a decision calls for, now that it stands. When that fails the decision stands
 * all the same: the reservation stays `capturing` or `cancelling` and the reconciliation job goes on.
 *
 * @returns the reservation as it is then
 */
export async function finishMove(moved: Reservation, now: Date): Promise<Reservation> {
  try {
    return (await syncReservation(moved._id.toString(), { now })) ?? moved;
  } catch (error) {
    const reservation = moved._id.toString();
    logger.error({ err: error, reservation, state: moved.status }, "left to the reconciliation");
    return moved;
  }
}
