import ical, { ICalEventStatus } from "ical-generator";
import { env } from "~/platform/env.server";
import type { Zone } from "~/platform/zones";
import { periodOf, type StayRequest } from "~/rules/calendar";
import type { Side } from "~/rules/history-words";
import { calendarText, timesOf, uidOf } from "~/rules/ical-event";

/** `cancelled` takes the place of what a calendar has from before. */
type EventStatus = "confirmed" | "cancelled";

const STATUSES = {
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
} satisfies Record<EventStatus, ICalEventStatus>;

interface EventFacts {
  reservation: StayRequest & { id: string; reference: string; venueId: string; venueTitle: string };
  /** How often its dates were changed. */
  timesChanged: number;
  /** Whose calendar it is for. */
  side: Side;
  /** What the other side is called. */
  other: string;
  /** As far as this person may know it. */
  location: string;
  /** The time zone of the venue. */
  zone: Zone;
  status: EventStatus;
  now: Date;
}

/**
 * A reservation as a file for calendars: on its own page, and beside the mails that confirm, move or end it. It has no
 * METHOD: that makes a file a message between an organiser and attendees (RFC 5546, 3.2.5), whom an event of one's own
 * has not, and several programs then open none. So not all take what is called off out; its title says it where it stays.
 */
export function reservationEvent({
  reservation,
  timesChanged,
  side,
  other,
  location,
  zone,
  status,
  now,
}: EventFacts): { name: string; content: string } {
  const { id, reference, venueId, venueTitle } = reservation;
  const calendar = ical({
    prodId: { company: env.BRAND_NAME, product: "Réservations", language: "FR" },
  });
  const title = side === "buyer" ? venueTitle : `${venueTitle}\u00a0: ${other}`;
  const path = side === "buyer" ? "/mes-demandes" : "/mes-locations/demandes";
  calendar.createEvent({
    id: uidOf(reference, venueId, new URL(env.APP_URL).hostname),
    stamp: now,
    // A calendar that has the old dates, or what is called off, takes this in their place.
    sequence: timesChanged + (status === "cancelled" ? 1 : 0),
    ...timesOf(periodOf(reservation), zone),
    summary: status === "cancelled" ? `Annulé\u00a0: ${title}` : title,
    location,
    description: `Référence\u00a0: ${reference}`,
    status: STATUSES[status],
    url: `${env.APP_URL}${path}/${id}`,
  });
  return { name: `reservation-${reference}.ics`, content: calendarText(calendar, zone) };
}
