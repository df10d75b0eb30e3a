import { z } from "zod";
import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/refusal";
import { API_FIELDS, apiVenueShape, toApiVenue, type ApiVenue } from "~/venues/venue-shapes";
import { cursorPage } from "../lists/cursor-page.server";
import { venuesFilter, type VenueFilters } from "./list-venues.server";
import { VENUE_STATES, venueStateKey } from "./venue-state";

/** A venue as the office is answered it, with where it stands. */
export const adminVenueShape = apiVenueShape.extend({
  state: z
    .enum(VENUE_STATES)
    .describe(
      "As `etat` of the list: `publie` is what visitors find; `hors-recherche`, whose owner cannot be paid or is banned; `indisponible`, which its owner does not offer.",
    ),
  suspendedAt: z.string().datetime().optional(),
  deletedAt: z.string().datetime().optional(),
});
type AdminVenueJson = z.infer<typeof adminVenueShape>;

const FIELDS = `${API_FIELDS} searchable suspendedAt deletedAt`;
type AdminVenue = ApiVenue & Pick<Venue, "searchable" | "suspendedAt" | "deletedAt">;

/** One page of venues, as the /api paths answer them. */
export async function apiAdminVenues(
  filters: VenueFilters,
  cursor: string,
): Promise<{ locations: AdminVenueJson[]; next: string }> {
  const { rows, next } = await cursorPage<Venue>(VenueModel, {
    filter: await venuesFilter(filters),
    fields: FIELDS,
    cursor,
    isCall: true,
  });
  return { locations: rows.map(toAdminVenue), next };
}

/** @throws Refusal("not_found") */
export async function apiAdminVenue(id: string): Promise<AdminVenueJson> {
  const venue = await VenueModel.findById(id, FIELDS).lean();
  if (!venue) throw new Refusal("not_found");
  return toAdminVenue(venue);
}

function toAdminVenue(venue: AdminVenue): AdminVenueJson {
  const { suspendedAt, deletedAt } = venue;
  return {
    ...toApiVenue(venue),
    state: venueStateKey(venue),
    ...(suspendedAt && { suspendedAt: suspendedAt.toISOString() }),
    ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
  };
}
