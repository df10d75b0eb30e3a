import { trusted, Types, type ClientSession } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { label } from "~/rules/reservation-states";

/** A reservation for which an account is still needed. */
export interface Obstacle {
  reference: string;
  venueTitle: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  period: string;
  /** 'Confirmée' */
  state: string;
}

export interface DepartureObstacles {
  /** The account's own reservations. */
  asBuyer: Obstacle[];
  /** Those on its venues, without the ones whose payment is not done: owners do not see them. */
  asOwner: Obstacle[];
  /** How many of the latter there are. */
  beingPaid: number;
  isFree: boolean;
}

/**
 * What keeps an account from being closed: reservations to come, its own and those on its venues, and
 * those whose money is still on its way. Stored states count, not effective ones: while a deadline
 * has passed without its job, money may still move.
 */
export async function departureObstacles(
  userId: string,
  now: Date,
  transaction?: ClientSession,
): Promise<DepartureObstacles> {
  const id = new Types.ObjectId(userId);
  const asBuyer = await stillNeededOf({ userId: id }, now, transaction);
  const asOwner = await stillNeededOf({ ownerId: id }, now, transaction);
  const seen = asOwner.filter(({ status }) => status !== "hold");
  return {
    asBuyer: asBuyer.map(toObstacle),
    asOwner: seen.map(toObstacle),
    beingPaid: asOwner.length - seen.length,
    isFree: asBuyer.length + asOwner.length === 0,
  };
}

/**
 * The reservations to come of an account or a venue, and those whose money is still on its way, the next first. What
 * is over is told apart here: a filter of two kinds would be held against the reservations of all others.
 */
export async function stillNeededOf(
  whose: StillNeededOf,
  now: Date,
  transaction?: ClientSession,
): Promise<Reservation[]> {
  // The index on buyers has another field before the state, and a buyer's own are few.
  const states = "userId" in whose ? {} : { status: trusted({ $in: STILL_NEEDED }) };
  const found = await ReservationModel.find({ ...whose, ...states })
    .sort({ startDate: 1 })
    .session(transaction ?? null)
    .lean();
  const today = todayInParis(now);
  return found.filter(
    ({ status, endDate }) =>
      STILL_NEEDED.includes(status) && (status !== "confirmed" || endDate >= today),
  );
}

const STILL_NEEDED: readonly ReservationState[] = [
  ...(["hold", "pending", "capturing", "cancelling", "confirmed"] as const),
];
type Id = Reservation["_id"];
type StillNeededOf =
  | { userId: Id | { $in: readonly Id[] } }
  | { ownerId: Id | { $in: readonly Id[] } }
  | { venueId: Id };

/** A reservation as a list of obstacles names it. */
export function toObstacle(reservation: Reservation): Obstacle {
  const { reference, venueTitle, status } = reservation;
  return {
    reference,
    venueTitle,
    period: formatPeriod(periodOf(reservation)),
    state: label(status),
  };
}
