import { startsLike } from "~/platform/fold-text";
import { pageOf } from "~/platform/paging";
import { isFindable } from "./own-venue.server";
import type { OwnVenueSummary } from "./own-venues.server";
import { toTeaser, type VenueTeaser } from "./venue-shapes";

const MY_VENUES_PER_PAGE = 20;

export interface MyVenue extends VenueTeaser {
  isAvailable: boolean;
  /** As of an own venue. */
  isListed: boolean;
  isSuspended: boolean;
}

export interface MyVenues {
  venues: MyVenue[];
  total: number;
  page: number;
  pages: number;
}

/**
 * A page of an owner's venues, in their order.
 *
 * @param search the start of the title, in any case, with or without its accents.
 * @param page from 1; past the last page the last page is given.
 */
export function myVenuesPage(
  own: readonly OwnVenueSummary[],
  { search, page }: { search: string; page: number },
): MyVenues {
  const found = own.filter(({ title }) => startsLike(title, search));
  const { items, ...place } = pageOf(found, page, MY_VENUES_PER_PAGE);
  return {
    venues: items.map((venue) => ({
      ...toTeaser(venue),
      isAvailable: venue.status === "available",
      isListed: isFindable(venue),
      isSuspended: venue.suspendedAt !== undefined,
    })),
    ...place,
  };
}
