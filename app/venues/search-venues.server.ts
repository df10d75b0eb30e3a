import { Types, trusted, type QueryFilter } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { VenueModel, type Venue } from "@models/venue";
import { MAX_COUNTED, PAGE_SIZE, type Sort, type VenueSearch } from "./search-form";
import { foldQuery, prefixBounds } from "./search-terms";

/** The last key makes the order total, so that no venue is on two pages. */
const ORDER: Record<Sort, Record<string, 1 | -1>> = {
  recent: { createdAt: -1, _id: -1 },
  "price-asc": { price: 1, _id: 1 },
  "price-desc": { price: -1, _id: -1 },
};

export interface FoundVenues<V> {
  venues: V[];
  /** At most `MAX_COUNTED`; then there may be more (`isCapped`). */
  count: number;
  isCapped: boolean;
  page: number;
  pages: number;
}

/**
 * One page of the venues that match a search, with their number. Two queries, three when days are
 * asked for: the venues busy on them first, then the others.
 *
 * @param viewerId whose own venues are left out.
 * @param fields projection; `V` is what it leaves of a venue.
 */
export async function searchVenues<V>(
  search: VenueSearch,
  { viewerId, fields }: { viewerId: string | null; fields: string },
): Promise<FoundVenues<V>> {
  const filter = filterOf(search, viewerId, await busyVenues(search));
  const [venues, counted] = await Promise.all([
    VenueModel.find(filter, fields)
      .sort(ORDER[search.sort])
      .skip((search.page - 1) * PAGE_SIZE)
      .limit(PAGE_SIZE)
      .lean<V[]>(),
    VenueModel.countDocuments(filter, { limit: MAX_COUNTED + 1 }),
  ]);
  const count = Math.min(counted, MAX_COUNTED);
  return {
    venues,
    count,
    isCapped: counted > MAX_COUNTED,
    page: search.page,
    pages: Math.max(1, Math.ceil(count / PAGE_SIZE)),
  };
}

/** Venues with anything taken on the days asked for. */
async function busyVenues({ start, end }: VenueSearch): Promise<Types.ObjectId[]> {
  if (!start || !end) return [];
  return await BookedSlotModel.distinct("venue", { day: trusted({ $gte: start, $lte: end }) });
}

function filterOf(
  search: VenueSearch,
  viewerId: string | null,
  busy: Types.ObjectId[],
): QueryFilter<Venue> {
  const filter: QueryFilter<Venue> = { searchable: true };
  const city = foldQuery(search.city ?? "");
  if (city !== "") {
    const { from, below } = prefixBounds(city);
    filter.citySearch = trusted({ $elemMatch: { $gte: from, $lt: below } });
  }
  if (search.minPrice !== undefined || search.maxPrice !== undefined) {
    filter.price = trusted({
      ...(search.minPrice === undefined ? {} : { $gte: search.minPrice }),
      // Not `$lte`: in the middle of a compound index the embedded engine loses the equal ones.
      ...(search.maxPrice === undefined ? {} : { $lt: search.maxPrice + 1 }),
    });
  }
  if (search.capacity) filter.capacity = search.capacity;
  // Any of the types, all of the equipment: a room is of one kind or another, but needs its chairs.
  if (search.types.length > 0) filter.type = trusted({ $in: search.types });
  if (search.equipment.length > 0) filter.equipement = trusted({ $all: search.equipment });
  if (busy.length > 0) filter._id = trusted({ $nin: busy });
  if (viewerId) filter.userId = trusted({ $ne: new Types.ObjectId(viewerId) });
  return filter;
}
