import { trusted, type Types } from "mongoose";
import { VenueModel } from "@models/venue";
import { communeNames } from "~/platform/address/communes.server";
import { todayInParis } from "~/platform/days";
import { MAX_COUNTED, PAGE_SIZE, type VenueSearch } from "./search-form";
import { slotsHeldBy } from "./own-holds.server";
import { searchEngine } from "./chosen-search-engine.server";
import type { Town } from "./search-keys";
import { townFound, townPaths } from "./search-title";
import { TEASER_FIELDS, toTeaser, type TeaserVenue, type VenueTeaser } from "./venue-shapes";

export interface FoundVenues<V> {
  venues: V[];
  /** At most `MAX_COUNTED`; then there may be more (`isCapped`). */
  count: number;
  isCapped: boolean;
  page: number;
  pages: number;
}

/**
 * One page of the venues that match a search, with their number. The search engine says which they are
 * (search-engine.ts); the page's are read from the database. By days one question more for a viewer.
 *
 * @param viewerId whose own venues are left out, and whose unpaid holds take nothing from them.
 * @param fields projection; `V` is what it leaves of a venue.
 */
export async function searchVenues<V extends { _id: Types.ObjectId }>(
  search: VenueSearch,
  { viewerId, fields, now }: { viewerId: string | null; fields: string; now: Date },
): Promise<FoundVenues<V>> {
  const { start, end, page } = search;
  const today = todayInParis(now);
  const days = start && end ? { startDate: start, endDate: end, today } : null;
  const except = viewerId && days ? await slotsHeldBy(viewerId) : undefined;
  const { ids, counted } = await searchEngine.find(search, { viewerId, days, except });
  const count = Math.min(counted, MAX_COUNTED);
  return {
    venues: await readVenues<V>(ids, fields),
    count,
    isCapped: counted > MAX_COUNTED,
    page,
    pages: Math.max(1, Math.ceil(count / PAGE_SIZE)),
  };
}

/** These venues in this order, without one that has just become impossible to find. */
async function readVenues<V extends { _id: Types.ObjectId }>(
  ids: readonly string[],
  fields: string,
): Promise<V[]> {
  if (ids.length === 0) return [];
  const venues = await VenueModel.find(
    { _id: trusted({ $in: ids }), searchable: true },
    fields,
  ).lean<V[]>();
  const byId = new Map(venues.map((venue) => [venue._id.toHexString(), venue]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * A page of the listing: `pages` of 20 cards, newest first unless the search sorts otherwise. With days
 * in the search, each card has what they come to. `town`: the one of all, when it was asked for.
 */
export async function listVenues(
  search: VenueSearch,
  viewerId: string | null,
  now: Date,
): Promise<FoundVenues<VenueTeaser> & { town: string | null }> {
  const found = await searchVenues<TeaserVenue & Town>(search, {
    viewerId,
    fields: `${TEASER_FIELDS} postalCode`,
    now,
  });
  const { city, start, end } = search;
  const town = city === undefined ? null : townFound(city, found.venues, await communeNames());
  const days = start && end ? { startDate: start, endDate: end } : undefined;
  return { ...found, venues: found.venues.map((venue) => toTeaser(venue, days)), town };
}

/** The paths of the pages of the towns that have venues, at most so many; those with the most venues. */
export async function listTownPaths(most: number): Promise<string[]> {
  return townPaths(await searchEngine.towns(most), await communeNames());
}

/** The ids of the venues that anyone may see, newest first, at most so many. @param after so many newer ones are left out */
export async function listVenueIds(most: number, after = 0): Promise<string[]> {
  return await searchEngine.newest(most, after);
}
