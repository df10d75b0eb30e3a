import type { Types } from "mongoose";
import type { Venue } from "@models/venue";
import { venueName } from "~/rules/venue-name";
import { mapUrl } from "./map-url";
import { foundStay } from "./search-engine";
import type { VenueSearch } from "./search-form";
import { searchVenues, type FoundVenues } from "./search-venues.server";
import { findPublicVenue } from "./venue-page.server";
import { daysQuery } from "./venue-shapes";

/** A venue on a map, or beside it. */
export interface MapPlace {
  id: string;
  title: string;
  /** Its page, with the days of the search. */
  href: string;
  /** On one line. */
  address: string;
  /** Null while nobody knows: then it is only beside the map. */
  at: { lat: number; lng: number } | null;
  /** The address on OpenStreetMap. */
  mapUrl: string;
}

const FIELDS = "title street postalCode city country coordinates";
type Placed = { _id: Types.ObjectId } & Pick<
  Venue,
  "title" | "street" | "postalCode" | "city" | "country" | "coordinates"
>;
type Found = Placed & Pick<Venue, "time" | "longestStay">;

/** Where the venues of a page of the listing are. @param viewerId whose own are left out */
export async function listPlaces(
  search: VenueSearch,
  viewerId: string | null,
  now: Date,
): Promise<FoundVenues<MapPlace>> {
  const fields = `${FIELDS} time longestStay`;
  const found = await searchVenues<Found>(search, { viewerId, fields, now });
  const { start, end } = search;
  const queryOf = (venue: Found) =>
    start && end ? daysQuery(foundStay(venue, { startDate: start, endDate: end })) : "";
  return { ...found, venues: found.venues.map((venue) => toPlace(venue, queryOf(venue))) };
}

/**
 * Where a venue is, and its name with its town (`venueName`).
 *
 * @throws Refusal("not_found") as `venuePage`
 */
export async function venuePlace(
  venueId: string,
  viewerId: string | null,
): Promise<MapPlace & { name: string }> {
  const { venue } = await findPublicVenue(venueId, viewerId);
  return { ...toPlace(venue, ""), name: venueName(venue) };
}

function toPlace(venue: Placed, query: string): MapPlace {
  const { _id, title, street, postalCode, city, country, coordinates } = venue;
  return {
    id: _id.toString(),
    title,
    href: `/reservation/${_id.toString()}${query}`,
    address: `${street}, ${postalCode} ${city}, ${country}`,
    at: coordinates ? { lat: coordinates.lat, lng: coordinates.lng } : null,
    mapUrl: mapUrl(venue),
  };
}
