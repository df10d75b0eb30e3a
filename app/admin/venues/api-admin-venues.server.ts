import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/refusal";
import { API_FIELDS, toApiVenue, type VenueJson } from "~/venues/venue-shapes";
import { cursorPage } from "../lists/cursor-page.server";
import { venuesFilter, type VenueFilters } from "./list-venues.server";

/** One page of venues, whatever their state, as the /api paths answer them. */
export async function apiAdminVenues(
  filters: VenueFilters,
  cursor: string,
): Promise<{ locations: VenueJson[]; next: string }> {
  const { rows, next } = await cursorPage<Venue>(VenueModel, {
    filter: await venuesFilter(filters),
    fields: API_FIELDS,
    cursor,
    isCall: true,
  });
  return { locations: rows.map(toApiVenue), next };
}

/** @throws Refusal("not_found") */
export async function apiAdminVenue(id: string): Promise<VenueJson> {
  const venue = await VenueModel.findById(id, API_FIELDS).lean();
  if (!venue) throw new Refusal("not_found");
  return toApiVenue(venue);
}
