import type { Reservation } from "@models/reservation";
import type { Cents } from "~/platform/money";
import { PARIS, type Zone } from "~/platform/zones";
import { changeTo, datesTexts, dearerBy, isWaiting } from "~/rules/change-of-dates";
import { deadlineText } from "~/rules/paris-time";
import { timeLeft } from "~/rules/time-left";

/** New dates that wait for the owner's yes. */
export interface WaitingDates {
  periodText: string;
  /** Until when, and how long that is: 'Encore 2 h'. */
  until: string;
  left: string;
  /** What they cost more or less than the present ones. */
  more: Cents;
  less: Cents;
  /** What the owner then receives. */
  ownerShare: Cents;
}

/** New dates that wait for a yes at `now`, as texts. @param zone as of `viewOf` */
export function waitingChange(
  reservation: Reservation,
  now: Date,
  zone: Zone = PARIS,
): WaitingDates | null {
  const { change } = reservation;
  if (!change || !isWaiting(reservation, now)) return null;
  const { to } = datesTexts(reservation, change);
  const made = changeTo(reservation, change);
  const { total, ownerShare } = made.ok ? made.terms : reservation;
  const { until } = change;
  return {
    ...{ periodText: to, until: deadlineText(until, zone), left: timeLeft(until, now) },
    more: dearerBy(reservation, { total }),
    less: dearerBy({ total }, reservation),
    ownerShare,
  };
}
