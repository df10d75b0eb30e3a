import { trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel } from "@models/booked-slot";
import type { Actor } from "@models/enumerations";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { freeSlots } from "~/venues/free-slots.server";
import { queueChangeMails } from "../change-mails.server";
import { datesTexts } from "../end-change.server";
import { finishTransition } from "../payment/sync-reservation.server";
import { slotsBeyond, slotsWith, type NewTerms } from "../rules/change-of-dates";

type Dates = Pick<NewTerms, "startDate" | "endDate" | "startSlot" | "endSlot">;

/** That a reservation still is what the change was worked out for: its dates, its price, its money. */
export function unchanged(reservation: Reservation) {
  const { _id, startDate, endDate, startSlot, endSlot } = reservation;
  const { total, refunded, grant, change } = reservation;
  return {
    ...{ _id, status: "confirmed" as const, startDate, endDate, startSlot, endSlot },
    ...{ total, refunded, "grant.refund": grant?.refund ?? trusted({ $exists: false }) },
    ...(change ? { "change.at": change.at } : { change: trusted({ $exists: false }) }),
  };
}

/**
 * Takes for a reservation the half days of other dates that it does not have.
 *
 * @throws duplicate key when one of them is taken
 */
export async function takeBeside(
  reservation: Reservation,
  dates: Dates,
  session: ClientSession,
): Promise<void> {
  const { _id, venueId } = reservation;
  const slots = slotsBeyond(reservation, dates, reservation);
  const taken = slots.map((slot) => ({ ...slot, venue: venueId, reservation: _id }));
  if (taken.length > 0) await BookedSlotModel.insertMany(taken, { session });
}

/** Half days that stay the reservation's may have been of its stay and now of its preparation, or otherwise. */
async function markPreparation(
  reservation: Reservation,
  dates: Dates,
  session: ClientSession,
): Promise<void> {
  const { _id, preparationBefore, preparationAfter } = reservation;
  if (!preparationBefore && !preparationAfter) return;
  const slots = slotsWith(reservation, dates);
  const idsOf = (isPreparation: boolean) =>
    slots
      .filter(({ preparation = false }) => preparation === isPreparation)
      .map((slot) => slot._id);
  const own = (isPreparation: boolean) => ({
    _id: trusted({ $in: idsOf(isPreparation) }),
    reservation: _id,
  });
  await BookedSlotModel.updateMany(own(true), { $set: { preparation: true } }, { session });
  await BookedSlotModel.updateMany(own(false), { $unset: { preparation: 1 } }, { session });
}

interface Applying {
  terms: NewTerms;
  by: Actor;
  why: string;
  now: Date;
  /** What else is to be done in the same transaction. */
  also?: (session: ClientSession) => Promise<void>;
}

/**
 * Gives a reservation its new dates and price, in one transaction: half days that it does not have yet are
 * taken, those that it no longer needs are free, both sides are told. What they cost less goes back
 * afterwards; a crash before that leaves it to the reconciliation job.
 *
 * @param reservation as it was read; with a waiting change, the one that is agreed to
 * @returns the reservation after it, or null when somebody changed it meanwhile
 * @throws duplicate key when somebody else has one of the half days
 */
export async function applyChange(
  reservation: Reservation,
  { terms, by, why, now, also }: Applying,
): Promise<Reservation | null> {
  const dates = { step: "changed", ...datesTexts(reservation, terms) } as const;
  const less = reservation.total - terms.total;
  const after = await inTransaction(async (session) => {
    const changed = await updateAndRead(
      ReservationModel,
      unchanged(reservation),
      {
        // What is due back is found by the reconciliation, should nobody get to it now.
        $set: { ...terms, ...(less > 0 && { ledgerOpen: true }) },
        $unset: { change: 1 },
        $push: { history: { state: "confirmed", at: now, by, why, dates } },
      },
      { session },
    );
    if (!changed) return null;
    await also?.(session);
    // With a change that waited they are taken already.
    if (!reservation.change) await takeBeside(reservation, terms, session);
    const freed = slotsBeyond(reservation, reservation, terms).map((slot) => slot._id);
    const held = { _id: trusted({ $in: freed }), reservation: reservation._id };
    await freeSlots([reservation.venueId], held, session);
    await markPreparation(reservation, terms, session);
    await queueChangeMails("changed", { reservation: changed, dates, less, at: now }, session);
    return changed;
  });
  if (!after) return null;
  await bumpContentVersion({ days: [reservation.venueId.toString()] });
  await enqueue("send-mails");
  return less > 0 ? await finishTransition(after, now) : after;
}
