import { todayInParis } from "~/platform/days";
import { myLatestVenue, type LatestVenue } from "~/venues/my-latest-venue.server";
import { monthOf, parseMonth, type Month } from "./month-grid";
import { myCurrentReservation } from "./my-current-reservation.server";
import type { ReservationView } from "./reservation-view.server";
import { venueOccupation, type VenueOccupation } from "./venue-occupation.server";

/** What the profile tells of someone's reservations, made and received. */
export interface ProfilePanels {
  reservation: ReservationView | null;
  venue: LatestVenue | null;
  /** Of that venue, in `month`. */
  occupation: VenueOccupation | null;
  month: Month;
}

/** @param query `mois` (`YYYY-MM`) is the calendar's month; this month otherwise */
export async function profilePanels(
  userId: string,
  query: URLSearchParams,
  now: Date,
): Promise<ProfilePanels> {
  const month = parseMonth(query.get("mois")) ?? monthOf(todayInParis(now));
  const [reservation, venue] = await Promise.all([
    myCurrentReservation(userId, now),
    myLatestVenue(userId),
  ]);
  const occupation = venue ? await venueOccupation(venue.id, month, now) : null;
  return { reservation, venue, occupation, month };
}
