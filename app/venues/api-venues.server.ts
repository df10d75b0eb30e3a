import { publicUser, type PublicUser } from "~/accounts/public-user";
import type { Viewer } from "~/platform/session.server";
import { Refusal } from "~/platform/web/refusal";
import { readSearch, type DayLimits } from "./search-form";
import { searchVenues } from "./search-venues.server";
import { findPublicVenue } from "./venue-page.server";
import { API_FIELDS, toApiVenue, type ApiVenue } from "./venue-shapes";

type VenueJson = ReturnType<typeof toApiVenue>;

export interface VenuePageJson {
  locations: VenueJson[];
  /** At most 1,000; then there may be more. */
  count: number;
  page: number;
  pages: number;
}

/**
 * The listing for the /api paths: the same search as the page's, 20 venues at a time.
 *
 * @param params the query string; its `id`, when given, must be the viewer's.
 * @throws Refusal("forbidden")
 */
export async function apiSearch(
  params: URLSearchParams,
  viewer: Viewer | null,
  limits: DayLimits,
): Promise<VenuePageJson> {
  const id = params.get("id");
  if (id && id !== viewer?.id && !viewer?.isAdmin) throw new Refusal("forbidden");
  const { search } = readSearch(params, limits);
  const { venues, count, page, pages } = await searchVenues<ApiVenue>(search, {
    viewerId: viewer?.id ?? null,
    fields: API_FIELDS,
  });
  return { locations: venues.map(toApiVenue), count, page, pages };
}

/**
 * One venue for the /api paths.
 *
 * @throws Refusal("not_found") as the venue's page does.
 */
export async function apiVenue(
  venueId: string,
  viewerId: string | null,
): Promise<VenueJson & { owner: PublicUser }> {
  const { venue, owner } = await findPublicVenue(venueId, viewerId);
  return { ...toApiVenue(venue), owner: publicUser(owner) };
}
