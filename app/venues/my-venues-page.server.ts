import { trusted } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { startsLike } from "~/platform/fold-text";
import { pageOf } from "~/platform/paging";
import { isFindable } from "./own-venue.server";
import { NEWEST_FIRST, ownVenues } from "./own-venues.server";
import { TEASER_FIELDS, toTeaser, type TeaserVenue, type VenueTeaser } from "./venue-shapes";

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
 * An owner's venues, newest first, without those they deleted.
 *
 * @param search the start of the title, in any case, with or without its accents.
 * @param page from 1; past the last page the last page is given.
 */
export async function listMyVenues(
  ownerId: string,
  { search, page }: { search: string; page: number },
): Promise<MyVenues> {
  const own = await ownVenues(ownerId);
  const found = own.filter(({ title }) => startsLike(title, search));
  const { items, ...place } = pageOf(found, page, MY_VENUES_PER_PAGE);
  const venues = await VenueModel.find(
    { _id: trusted({ $in: items.map(({ _id }) => _id) }) },
    `${TEASER_FIELDS} status listed searchable suspendedAt`,
  )
    .sort(NEWEST_FIRST)
    .lean<(TeaserVenue & Pick<Venue, "status" | "listed" | "searchable" | "suspendedAt">)[]>();
  return {
    venues: venues.map((venue) => ({
      ...toTeaser(venue),
      isAvailable: venue.status === "available",
      isListed: isFindable(venue),
      isSuspended: venue.suspendedAt !== undefined,
    })),
    ...place,
  };
}
