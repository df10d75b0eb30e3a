import ical, { ICalEventStatus } from "ical-generator";
import { env } from "~/platform/env.server";
import { Refusal } from "~/platform/refusal";
import { periodOf } from "~/rules/calendar";
import type { Side } from "~/rules/history-words";
import { reservationPage } from "./reservation-page.server";
import type { ReservationView } from "../record/reservation-view.server";
import { calendarText, timesOf, uidOf } from "../calendars/ical-event";

const STATUS: Partial<Record<ReservationView["state"], ICalEventStatus>> = {
  pending: ICalEventStatus.TENTATIVE,
  capturing: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  ended: ICalEventStatus.CONFIRMED,
};

/**
 * A reservation as a file for calendars.
 *
 * @throws Refusal("not_found") when there is none such of this person's, or it does not take place
 */
export async function reservationFile(
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
    id: uidOf(request.reference, request.venueId, new URL(env.APP_URL).hostname),
    stamp: now,
    // A calendar that has the old dates takes the new ones in their place.
    sequence: page.timesChanged,
    ...timesOf(periodOf(request)),
    summary: side === "buyer" ? request.venueTitle : `${request.venueTitle}\u00a0: ${other}`,
    location: address ? `${address.street}, ${address.town}` : request.venueCity,
    description: `Référence\u00a0: ${request.reference}`,
    status,
    url,
  });
  return { name: `reservation-${request.reference}.ics`, content: calendarText(calendar) };
}
