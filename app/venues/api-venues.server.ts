import { z } from "zod";
import { publicUser, publicUserShape } from "~/accounts/public-user";
import { dayLimits } from "~/rules/calendar";
import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { readSearch, searchFields } from "./search-form";
import { searchVenues } from "./search-venues.server";
import { findPublicVenue } from "./venue-page.server";
import { API_FIELDS, apiVenueShape, toApiVenue, type ApiVenue } from "./venue-shapes";

/** What is left out where it cannot be read, as on the listing's page. */
const lenient = <T extends z.ZodTypeAny>(field: T) => field.optional().catch(undefined);
const { type, equipment, ...others } = searchFields;

/** A page of the listing. */
export const pageInput = input({ page: lenient(searchFields.page) });

/**
 * The listing's search, told for whoever calls it: what is searched is read of the query string itself
 * (`readSearch`), where one odd value of several is left out alone.
 */
export const searchInput = input({
  ...Object.fromEntries(Object.entries(others).map(([name, field]) => [name, lenient(field)])),
  type: lenient(z.array(type)),
  equipment: lenient(z.array(equipment)),
  /** The caller's own, whose venues are left out. */
  id: shortText.optional(),
});

/** Which page of a list a call is answered, and how many there are. */
export const pageShape = z.object({
  count: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
});

/** A page of found venues; `count` is 1,000 at most, then there may be more. */
export const foundShape = z.object({ locations: z.array(apiVenueShape) }).extend(pageShape.shape);

/**
 * The listing for the /api paths: the same search as the page's, 20 venues at a time.
 *
 * @param query the query string
 */
export async function apiSearch(
  query: URLSearchParams,
  viewerId: string | null,
  now: Date,
): Promise<z.infer<typeof foundShape>> {
  const { search } = readSearch(query, dayLimits(now));
  const { venues, count, page, pages } = await searchVenues<ApiVenue>(search, {
    viewerId,
    fields: API_FIELDS,
    now,
  });
  return { locations: venues.map(toApiVenue), count, page, pages };
}

/** A venue with what visitors may know of its owner. */
export const ownedVenueShape = apiVenueShape.extend({ owner: publicUserShape });

/**
 * One venue for the /api paths.
 *
 * @throws Refusal("not_found") as the venue's page does.
 */
export async function apiVenue(
  venueId: string,
  viewerId: string | null,
): Promise<z.infer<typeof ownedVenueShape>> {
  const { venue, owner } = await findPublicVenue(venueId, viewerId);
  return { ...toApiVenue(venue), owner: publicUser(owner) };
}
