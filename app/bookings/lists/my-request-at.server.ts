import { compareDays } from "~/platform/days";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { ownReservations } from "./listed-reservations.server";

/**
 * The latest reservation that somebody has at a venue, by its first day: one that is not called off, if there is
 * any. Null when they never reserved there.
 */
export async function myRequestAt(
  venueId: string,
  buyerId: string,
  now: Date,
): Promise<ReservationView | null> {
  const own = await ownReservations(buyerId, now, { venueId });
  // What other dates cost more is of a reservation that stands beside it.
  const here = own.filter(({ supplementTo }) => !supplementTo);
  const standing = here.filter(({ state }) => state !== "cancelled");
  const [latest] = (standing.length > 0 ? standing : here).sort((a, b) =>
    compareDays(b.startDate, a.startDate),
  );
  return latest ? viewOf(latest, now) : null;
}
