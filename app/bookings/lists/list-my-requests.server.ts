import { compareDays } from "~/platform/days";
import { startsLike } from "~/platform/fold-text";
import { pageOf } from "~/platform/paging";
import type { ListState } from "~/rules/reservation-states";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { byCreation, ownReservations, type OwnReservation } from "./listed-reservations.server";
import { isReference } from "./looked-up";

/** How many requests a page shows. */
const REQUESTS_PER_PAGE = 20;

export interface MyRequests {
  requests: ReservationView[];
  page: number;
  pages: number;
  total: number;
  /** Of each state, what the search finds. */
  counts: Record<ListState, number>;
}

/**
 * A buyer's own reservations, without those they removed: what is to come first, the next one at the
 * top, then what is over, the latest first.
 *
 * @param search the start of the venue's title, in any case, with or without its accents, or a reference
 * @param page from 1; past the last page the last page is given
 */
export async function listMyRequests(
  buyerId: string,
  {
    search = "",
    state,
    page = 1,
    now,
  }: { search?: string; state?: ListState; page?: number; now: Date },
): Promise<MyRequests> {
  const own = await ownReservations(buyerId, now);
  const found = own.filter(
    ({ venueTitle, reference }) => startsLike(venueTitle, search) || isReference(search, reference),
  );
  const shown = found.filter((reservation) => !state || reservation.state === state);
  const { items, ...place } = pageOf(shown.sort(byWhatIsToCome), page, REQUESTS_PER_PAGE);
  return {
    ...place,
    requests: items.map((reservation) => viewOf(reservation, now)),
    counts: countStates(found),
  };
}

function byWhatIsToCome(a: OwnReservation, b: OwnReservation): number {
  const isOver = ({ state }: OwnReservation) => state === "ended" || state === "cancelled";
  if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1;
  const byDay = compareDays(a.startDate, b.startDate) || byCreation(b, a);
  return isOver(a) ? -byDay : byDay;
}

function countStates(found: readonly OwnReservation[]): Record<ListState, number> {
  const counts = { hold: 0, pending: 0, confirmed: 0, ended: 0, cancelled: 0 };
  for (const { state } of found) counts[state] += 1;
  return counts;
}
