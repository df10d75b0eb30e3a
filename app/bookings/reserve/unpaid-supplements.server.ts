/** What is held for dearer dates of a reservation until it is paid. */
import { ReservationModel, type Reservation } from "@models/reservation";
import { logger } from "~/platform/log.server";
import { REPLACED } from "./clear-obstacles.server";
import { endHold } from "./end-hold.server";

/** The supplement that waits to be paid for a reservation at `now`; null when none does. */
export async function unpaidSupplement(
  reservationId: Reservation["_id"],
  now: Date,
): Promise<Reservation | null> {
  const supplements = await supplementsOf(reservationId);
  return supplements.find(({ holdUntil }) => holdUntil !== undefined && holdUntil > now) ?? null;
}

/** Those of a reservation that are held as far as is written down. */
async function supplementsOf(reservationId: Reservation["_id"]): Promise<Reservation[]> {
  // By the index on that alone; they are few.
  const all = await ReservationModel.find({ "supplementTo.reservation": reservationId }).lean();
  return all.filter(({ status }) => status === "hold");
}

/**
 * Gives up what is held to be paid for a reservation that is changed or called off otherwise. One whose payment
 * is faster, or being opened, comes back by itself: its reservation is another one by then.
 */
export async function endSupplements(reservationId: Reservation["_id"], now: Date): Promise<void> {
  for (const supplement of await supplementsOf(reservationId)) {
    try {
      await endHold(supplement, REPLACED, now);
    } catch (error) {
      const reservation = supplement._id.toString();
      logger.warn({ err: error, reservation }, "supplement left to its deadline");
    }
  }
}
