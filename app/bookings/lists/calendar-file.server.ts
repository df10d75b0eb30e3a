import ical, { ICalEventStatus } from "ical-generator";
import { addDays, parisMidnight, parisNoon } from "~/platform/days";
import { env } from "~/platform/env.server";
import { Refusal } from "~/platform/web/refusal";
import type { ReservationView } from "../reservation-view.server";
import type { Side } from "../rules/history-words";
import { periodOf } from "../rules/calendar";
import { reservationPage } from "./reservation-page.server";

const STATUS: Partial<Record<ReservationView["state"], ICalEventStatus>> = {
  pending: ICalEventStatus.TENTATIVE,
  capturing: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  ended: ICalEventStatus.CONFIRMED,
};

/**
 * A reservation as a file for calendars (RFC 5545). Whole days are days, which no time zone moves; a stay
 * that begins or ends with a half day begins or ends at noon in Paris, for nobody said at which hour.
 *
 * @throws Refusal("not_found") when there is none such of this person's, or it does not take place
 */
export async function calendarFile(
  reservationId: string,
  who: { side: Side; userId: string },
  now: Date,
): Promise<{ name: string; content: string }> {
  const page = await reservationPage(reservationId, who, now);
  const { request, address, other, side } = page;
  const status = STATUS[request.state];
  if (!status) throw new Refusal("not_found");
  const calendar = ical({
    prodId: { company: env.BRAND_NAME, product: "Réservations", language: "FR" },
  });
  const url = `${env.APP_URL}${side === "buyer" ? "/mes-demandes" : "/mes-locations/demandes"}/${request.id}`;
  calendar.createEvent({
    id: `${request.reference}@${new URL(env.APP_URL).hostname}`,
    stamp: now,
    // A calendar that has the old dates takes the new ones in their place.
    sequence: page.timesChanged,
    ...timesOf(request),
    summary: side === "buyer" ? request.venueTitle : `${request.venueTitle}\u00a0: ${other}`,
    location: address ? `${address.street}, ${address.town}` : request.venueCity,
    description: `Référence\u00a0: ${request.reference}`,
    status,
    url,
  });
  return { name: `reservation-${request.reference}.ics`, content: calendar.toString() };
}

/** The end is where the stay is over: the next day, or the hour after its last one. */
function timesOf(request: ReservationView) {
  const { start, end } = periodOf(request);
  const after = addDays(end.day, 1);
  if (start.slot === "AM" && end.slot === "PM") {
    const dayAlone = (day: string) => new Date(`${day}T00:00:00Z`);
    return { allDay: true, start: dayAlone(start.day), end: dayAlone(after) };
  }
  return {
    start: start.slot === "AM" ? parisMidnight(start.day) : parisNoon(start.day),
    end: end.slot === "PM" ? parisMidnight(after) : parisNoon(end.day),
  };
}
