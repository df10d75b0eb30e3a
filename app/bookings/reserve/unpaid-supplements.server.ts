/** What is held for dearer dates of a reservation until it is paid. */
import { trusted, type ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { takesSupplement, wasAgreedLast } from "~/rules/change-of-dates";
import { REPLACED } from "./clear-obstacles.server";
import { endHold, type HoldEndReason } from "./end-hold.server";

/** Of a reservation's supplements the one that waits to be paid at `now`, and would be taken; null when none does. */
export function unpaidAmong(
  supplements: readonly Reservation[],
  reservation: Reservation,
  now: Date,
): Reservation | null {
  const isPayable = (one: Reservation) => isOpen(one, now) && takesSupplement(reservation, one);
  return supplements.find((one) => isHeld(one) && isPayable(one)) ?? null;
}

/** The same of dates that the owner said yes to. */
export function agreedAmong(
  supplements: readonly Reservation[],
  reservation: Reservation,
  now: Date,
): Reservation | null {
  if (!wasAgreedLast(reservation)) return null;
  const agreed = supplements.filter(({ supplementTo }) => supplementTo?.agreed);
  return unpaidAmong(agreed, reservation, now);
}

/** As far as is written down. */
const isHeld = ({ status }: Reservation) => status === "hold";

function isOpen({ holdUntil }: Reservation, now: Date): boolean {
  return holdUntil !== undefined && holdUntil > now;
}

/** Those of a reservation that are held. */
async function supplementsOf(
  reservationId: Reservation["_id"],
  session?: ClientSession,
): Promise<Reservation[]> {
  // By the index on that alone; they are few.
  const all = await ReservationModel.find({ "supplementTo.reservation": reservationId }, null, {
    session,
  }).lean();
  return all.filter(isHeld);
}

/**
 * Ends the time to pay what is held for a reservation that is changed or called off otherwise, so that it is
 * past its time even if nobody gets to ending it now: whoever wants its days, or the job, ends it then.
 *
 * @param kept what is held in place of the others
 * @returns what was held
 */
export async function closeSupplements(
  reservationId: Reservation["_id"],
  now: Date,
  session: ClientSession,
  kept?: Reservation["_id"],
): Promise<Reservation[]> {
  const all = await supplementsOf(reservationId, session);
  const held = all.filter(({ _id }) => !kept?.equals(_id));
  const ids = held.filter((one) => isOpen(one, now)).map(({ _id }) => _id);
  if (ids.length > 0) {
    const still = { _id: trusted({ $in: ids }), status: "hold" } as const;
    await ReservationModel.updateMany(still, { $set: { holdUntil: now } }, { session });
  }
  return held;
}

/**
 * Gives up what is held to be paid for a reservation that is changed or called off otherwise. One whose payment
 * is faster, or being opened, comes back by itself: its reservation is another one by then.
 *
 * @param options.kept what is held in place of the others
 */
export async function endSupplements(
  reservationId: Reservation["_id"],
  now: Date,
  { kept, reason = REPLACED }: { kept?: Reservation["_id"]; reason?: HoldEndReason } = {},
): Promise<void> {
  if ((await supplementsOf(reservationId)).length === 0) return;
  const held = await inTransaction((session) =>
    closeSupplements(reservationId, now, session, kept),
  );
  for (const supplement of held) {
    try {
      await endHold(supplement, reason, now);
    } catch (error) {
      const reservation = supplement._id.toString();
      logger.warn({ err: error, reservation }, "supplement left to the job");
    }
  }
}
