/** What bounds wishes for other dates: how often an account has them, and how many days they hold for nothing. */
import { trusted, type ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { refusedUntil } from "~/platform/refusal";
import { countedSince, nextChangeFrom } from "~/rules/change-limits";
import { halfDaysBeyond, type NewTerms } from "~/rules/change-of-dates";
import { heldUnpaid, wishBound } from "~/rules/hold-limits";
import { guardsOf, unpaidHolds } from "../reserve/unpaid-holds.server";

/** Other dates of a reservation, and what was held for others yet, which is given up for these. */
export interface Wish {
  reservation: Reservation;
  terms: NewTerms;
  supplements: readonly Reservation[];
}

/** By the id of their account's guard alone: in its turn the days are counted that it holds for nothing. */
export function guardsOfBuyer({ userId }: Pick<Reservation, "userId">): string[] {
  return guardsOf(userId.toString(), undefined);
}

/**
 * Whether a reservation's buyer may want other dates now, by what became of their wishes at its venue.
 *
 * @throws Refusal("change_too_often"), with the time to wait
 */
export async function requireNotTooOften(reservation: Reservation, now: Date): Promise<void> {
  const { _id, userId, venueId } = reservation;
  const others = await ReservationModel.find(
    {
      _id: trusted({ $ne: _id }),
      userId,
      venueId,
      "history.at": trusted({ $gt: countedSince(now) }),
    },
    { history: 1 },
  ).lean();
  const until = nextChangeFrom(reservation, others, now);
  if (until) throw refusedUntil("change_too_often", { until, now });
}

/**
 * Whether its buyer's account may hold the half days of a wish beside all that it holds unpaid, or until owners say yes.
 *
 * @throws Refusal("change_days"), with the time to wait
 */
export async function requireWithinDays(
  { reservation, terms, supplements }: Wish,
  now: Date,
  session?: ClientSession,
): Promise<void> {
  const unpaid = await unpaidHolds(guardsOfBuyer(reservation), supplements, session);
  const { _id, userId } = reservation;
  const others = { _id: trusted({ $ne: _id }), userId, "change.until": trusted({ $gt: now }) };
  const waiting = await ReservationModel.find(others, null, { session }).lean();
  const held = [
    ...unpaid.flatMap((hold) => heldUnpaid(hold) ?? []),
    ...waiting.map((one) => ({
      halfDays: halfDaysBeyond(one, one.change!),
      until: one.change!.until,
    })),
  ];
  const until = wishBound(halfDaysBeyond(reservation, terms), held, now);
  if (until) throw refusedUntil("change_days", { until, now });
}
