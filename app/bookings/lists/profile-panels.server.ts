import { Types } from "mongoose";
import { todayInParis } from "~/platform/days";
import { myLatestVenue, type LatestVenue } from "~/venues/my-latest-venue.server";
import { monthOf, parseMonth, type Month } from "~/rules/month-grid";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { byCreation, listedReservations, wholeReservations } from "./listed-reservations.server";
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

/** Where a reservation that is still to come may be. */
const TO_COME = ["hold", "pending", "capturing", "confirmed"] as const;

/** The reservation that someone made last and that is still to come; null when there is none. */
async function myCurrentReservation(buyerId: string, now: Date): Promise<ReservationView | null> {
  const own = await listedReservations({ userId: new Types.ObjectId(buyerId) }, now, TO_COME);
  const [latest] = own
    .filter(({ state }) => state !== "ended" && state !== "cancelled")
    .sort(byCreation);
  const [reservation] = latest ? await wholeReservations([latest]) : [];
  return reservation ? viewOf(reservation, now) : null;
}
