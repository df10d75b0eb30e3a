/** The half days of a reservation whose dates change: taken beside its own, freed, marked anew. */
import { trusted, type ClientSession, type QueryFilter } from "mongoose";
import { BookedSlotModel, BY_OWNER, type BookedSlot } from "@models/booked-slot";
import type { Reservation } from "@models/reservation";
import { NOT_SET } from "~/platform/not-set.server";
import { freeSlots } from "~/venues/free-slots.server";
import { slotsBeyond, slotsWith, type NewTerms } from "~/rules/change-of-dates";

type Dates = Pick<NewTerms, "startDate" | "endDate" | "startSlot" | "endSlot">;

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

/** Frees what a reservation has of its present dates and does not need for others, which it has already. */
export async function leaveFor(
  reservation: Reservation,
  dates: Dates,
  session: ClientSession,
): Promise<void> {
  const freed = slotsBeyond(reservation, reservation, dates).map((slot) => slot._id);
  const held = { _id: trusted({ $in: freed }), reservation: reservation._id };
  await freeSlots([reservation.venueId], held, session);
  await markPreparation(reservation, dates, session);
}

/**
 * Frees the half days of new dates that wait for the owner's yes; the reservation keeps its own.
 *
 * @param keepClosed their owner keeps them closed
 */
export async function leaveWaiting(
  reservation: Reservation,
  waiting: Dates,
  session: ClientSession,
  { keepClosed = false }: { keepClosed?: boolean } = {},
): Promise<void> {
  const freed = slotsBeyond(reservation, waiting, reservation).map((slot) => slot._id);
  const held = { _id: trusted({ $in: freed }), reservation: reservation._id };
  if (keepClosed) await leaveDaysClosed(reservation, session, { _id: held._id });
  await freeSlots([reservation.venueId], held, session);
}

/**
 * Leaves half days that a reservation gives up closed by its owner, in the transaction that decides so: at no moment can
 * anybody else have them, the waiting list included. What prepares them comes free with the rest.
 *
 * @param among which of its half days; all of them unless said
 */
export async function leaveDaysClosed(
  { _id }: Pick<Reservation, "_id">,
  session: ClientSession,
  among: QueryFilter<BookedSlot> = {},
): Promise<void> {
  await BookedSlotModel.updateMany(
    { ...among, reservation: _id, preparation: NOT_SET },
    { $set: { block: BY_OWNER }, $unset: { reservation: 1 } },
    { session },
  );
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
