import { todayInParis } from "~/platform/days";
import { monthOf, parseMonth, type Month } from "~/rules/month-grid";
import { TO_COME_STATES } from "~/rules/reservation-states";
import type { Owner } from "~/venues/own-venue.server";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { latestVenue, type LatestVenue } from "./latest-venue.server";
import { byCreation, ownReservations } from "./listed-reservations.server";

/** What the profile tells of someone's reservations, made and received. */
export interface ProfilePanels {
  reservation: ReservationView | null;
  /** With its days of `month`. */
  venue: LatestVenue | null;
  month: Month;
}

/** @param query `mois` (`YYYY-MM`) is the calendar's month; this month otherwise */
export async function profilePanels(
  viewer: Owner,
  query: URLSearchParams,
  now: Date,
): Promise<ProfilePanels> {
  const month = parseMonth(query.get("mois")) ?? monthOf(todayInParis(now));
  const [reservation, venue] = await Promise.all([
    myCurrentReservation(viewer.id, now),
    latestVenue(viewer, month, now),
  ]);
  return { reservation, venue, month };
}

/** What someone has to pay before its days are lost, else what they reserved last that is to come; null: nothing. */
async function myCurrentReservation(buyerId: string, now: Date): Promise<ReservationView | null> {
  const own = await ownReservations(buyerId, now, TO_COME_STATES);
  const [latest] = own
    .filter(
      ({ state, supplementTo }) => state !== "ended" && state !== "cancelled" && !supplementTo,
    )
    .sort((a, b) => Number(b.state === "hold") - Number(a.state === "hold") || byCreation(a, b));
  return latest ? viewOf(latest, now) : null;
}
