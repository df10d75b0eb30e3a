import { trusted, Types } from "mongoose";
import { startingWith } from "@models/engine";
import { VenueModel, type Venue } from "@models/venue";
import { TEASER_FIELDS, toTeaser, type TeaserVenue, type VenueTeaser } from "./venue-shapes";

const MY_VENUES_PER_PAGE = 20;

export interface MyVenue extends VenueTeaser {
  isAvailable: boolean;
  /** Visitors can find it; false while the owner has no payment account. */
  isListed: boolean;
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
 * @param search the start of the title, in any case.
 * @param page from 1; past the last page the last page is given.
 */
export async function listMyVenues(
  ownerId: string,
  { search, page }: { search: string; page: number },
): Promise<MyVenues> {
  const filter = {
    userId: new Types.ObjectId(ownerId),
    deletedAt: trusted({ $exists: false }),
    ...(search ? { title: startingWith(search) } : {}),
  };
  const total = await VenueModel.countDocuments(filter);
  const pages = Math.max(1, Math.ceil(total / MY_VENUES_PER_PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const venues = await VenueModel.find(filter, `${TEASER_FIELDS} status listed`)
    .sort({ createdAt: -1, _id: -1 })
    .skip((shown - 1) * MY_VENUES_PER_PAGE)
    .limit(MY_VENUES_PER_PAGE)
    .lean<(TeaserVenue & Pick<Venue, "status" | "listed">)[]>();
  return {
    venues: venues.map((venue) => ({
      ...toTeaser(venue),
      isAvailable: venue.status === "available",
      isListed: venue.listed,
    })),
    total,
    page: shown,
    pages,
  };
}
