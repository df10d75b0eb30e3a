import type { Venue } from "@models/venue";
import { startsLike } from "~/platform/fold-text";
import { pageOf } from "~/platform/paging";
import { isFindable, type Owner } from "./own-venue.server";
import { TEASER_FIELDS, toTeaser, type TeaserVenue, type VenueTeaser } from "./venue-shapes";

const MY_VENUES_PER_PAGE = 20;

const MORE_FIELDS = [
  ...(["postalCode", "status", "listed", "searchable", "suspendedAt", "closedWeekdays"] as const),
] as const;
/** What an owner's pages read of each of their venues. */
export const OWN_VENUE_FIELDS: readonly string[] = [...TEASER_FIELDS.split(" "), ...MORE_FIELDS];
export type OwnVenueSummary = TeaserVenue & Pick<Venue, (typeof MORE_FIELDS)[number]>;

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
  { owner, search, page }: { owner: Pick<Owner, "stripeStats">; search: string; page: number },
): MyVenues {
  const found = own.filter(({ title }) => startsLike(title, search));
  const { items, ...place } = pageOf(found, page, MY_VENUES_PER_PAGE);
  return {
    venues: items.map((venue) => ({
      ...toTeaser(venue),
      isAvailable: venue.status === "available",
      isListed: isFindable(venue, owner),
      isSuspended: venue.suspendedAt !== undefined,
    })),
    ...place,
  };
}
