import { trusted, type ClientSession, type QueryFilter } from "mongoose";
import { updateAndRead } from "@models/engine";
import type { Actor, ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { mayCause, next, type ReservationEvent } from "~/rules/reservation-states";
import { todayInParis } from "~/platform/days";
import { updateAll } from "~/platform/update-all.server";
import { freeSlots } from "~/venues/free-slots.server";
import { takeBackReminders } from "../mail/take-back-reminders.server";

export interface TransitionChange {
  from: ReservationState;
  event: ReservationEvent;
  by: Actor;
  /** For the history. */
  why: string;
  at: Date;
  /** What else has to hold, and what else changes with the state. */
  where?: QueryFilter<Reservation>;
  set?: Partial<Reservation>;
}

/** The update that makes a transition, with its line of history. */
export function transitionUpdate({
  from,
  event,
  by,
  why,
  at,
  set,
}: Omit<TransitionChange, "where">) {
  const state = next(from, event);
  if (state === null || !mayCause(from, event, by)) {
    throw new Error(`No ${event} by ${by} from ${from}`);
  }
  return {
    $set: { ...set, status: state },
    $push: { history: { state, at, by, why } },
    // Paid: it bounds nobody any more. A hold that died does, for a while.
    // Nor is it an offer any more: who pays has said yes.
    ...(from === "hold" && state !== "dead" && { $unset: { unpaidBy: 1, offer: 1 } }),
    // Whoever calls it off has freed the dates that wait for a yes, see `cancelReservation`.
    ...(event === "cancel" && { $unset: { change: 1 } }),
  };
}

/**
 * Makes one transition of the table of states, if the reservation still is in the state expected.
 *
 * @param session of the transaction that writes what comes of it
 * @returns the reservation after it, or null when someone else changed its state first
 */
export async function transitionReservation(
  id: Reservation["_id"],
  change: TransitionChange,
  session: ClientSession,
): Promise<Reservation | null> {
  const expected = { ...change.where, _id: id, status: change.from };
  return await updateAndRead(ReservationModel, expected, transitionUpdate(change), { session });
}

/** Gives the days of reservations free, in the transaction that ends their hold on them. */
export async function freeDays(
  reservations: readonly Pick<Reservation, "_id" | "venueId">[],
  session: ClientSession,
): Promise<void> {
  const ids = reservations.map(({ _id }) => _id);
  const venues = reservations.map(({ venueId }) => venueId);
  await freeSlots(venues, { reservation: trusted({ $in: ids }) }, session);
}

/**
 * Ends the confirmed reservations whose last day is over, and takes back the reminders of them that could not leave.
 *
 * @returns how many
 * @throws AggregateError as `updateAll` does
 */
export async function endReservations(now: Date): Promise<number> {
  const ending = transitionUpdate({
    from: "confirmed",
    event: "end",
    by: "system",
    why: "Dates passées",
    at: now,
  });
  const over = { status: "confirmed", endDate: trusted({ $lt: todayInParis(now) }) } as const;
  return await updateAll(
    ReservationModel,
    over,
    ending,
    "reservations not ended",
    (ended, session) => takeBackReminders(ended, session, "over"),
  );
}
