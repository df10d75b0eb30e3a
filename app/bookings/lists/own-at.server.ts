import type { Reservation } from "@models/reservation";
import { compareDays } from "~/platform/days";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { ownRecords, withListState } from "./listed-reservations.server";

/** What somebody has at a venue. */
export interface OwnAt {
  /**
   * Their latest reservation by its first day: one that is not called off, if there is any. Null when they never
   * reserved there.
   */
  latest: ReservationView | null;
  /** What is held for them until they pay, an offer of the waiting list too: other days in its place are theirs to choose. */
  holds: Reservation[];
}

/** What somebody has at a venue, in one question. */
export async function ownAt(venueId: string, buyerId: string, now: Date): Promise<OwnAt> {
  const found = await ownRecords(buyerId, { venueId });
  // What other dates cost more is of a reservation that stands beside it.
  const own = found.filter(({ supplementTo }) => !supplementTo);
  const here = withListState(own, now);
  const standing = here.filter(({ state }) => state !== "cancelled");
  const [latest] = (standing.length > 0 ? standing : here).sort((a, b) =>
    compareDays(b.startDate, a.startDate),
  );
  return {
    latest: latest ? viewOf(latest, now) : null,
    holds: own.filter(({ status }) => status === "hold"),
  };
}
