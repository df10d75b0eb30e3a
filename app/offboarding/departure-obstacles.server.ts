import { trusted, Types, type ClientSession, type QueryFilter } from "mongoose";
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
  const find = async (who: QueryFilter<Reservation>) =>
    await ReservationModel.find({ ...who, ...stillNeeded(now) })
      .sort({ startDate: 1 })
      .session(transaction ?? null)
      .lean();
  const asBuyer = await find({ userId: id });
  const asOwner = await find({ ownerId: id });
  const seen = asOwner.filter(({ status }) => status !== "hold");
  return {
    asBuyer: asBuyer.map(toObstacle),
    asOwner: seen.map(toObstacle),
    beingPaid: asOwner.length - seen.length,
    isFree: asBuyer.length + asOwner.length === 0,
  };
}

/** The filter of the reservations to come, and of those whose money is still on its way. */
export function stillNeeded(now: Date): QueryFilter<Reservation> {
  return {
    $or: [
      { status: trusted({ $in: ["hold", "pending", "capturing", "cancelling"] }) },
      { status: "confirmed", endDate: trusted({ $gte: todayInParis(now) }) },
    ],
  };
}

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
