import type { VenueTeaser } from "~/ui/venue-card";
import type { VenueSearch } from "./search-form";
import { searchVenues, type FoundVenues } from "./search-venues.server";
import { TEASER_FIELDS, toTeaser, type TeaserVenue } from "./venue-shapes";

/** A page of the listing: `pages` of 20 cards, newest first unless the search sorts otherwise. */
export async function listVenues(
  search: VenueSearch,
  viewerId: string | null,
): Promise<FoundVenues<VenueTeaser>> {
  const found = await searchVenues<TeaserVenue>(search, { viewerId, fields: TEASER_FIELDS });
  return { ...found, venues: found.venues.map(toTeaser) };
}
