import { trusted, type Types } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import type { RenewedSection } from "@models/enumerations";

/** How many venues a section shows. */
export const TILES = 6;
/** Venues read from a chance instant on: one of them is picked, so that a gap before it favours none. */
const RUN = 20;
/** Chance instants at most. Each costs one read of an index, however many venues there are. */
const DRAWS = 3 * TILES;

/** What a tile needs of a venue. */
export type PickedVenue = Pick<Venue, "_id" | "title" | "locationIMG" | "createdAt">;

const FIELDS = { title: 1, createdAt: 1, locationIMG: { $slice: 1 } };
const SHOWN = { searchable: true };

/**
 * The venues for a section: the newest, or a chance pick that leaves out what is shown now as long as
 * there are enough others. All reads go by an index and take a few venues.
 *
 * @param current the ids of the venues shown now
 * @param random from 0 up to 1, as `Math.random`
 */
export async function pickVenues(
  section: RenewedSection,
  current: readonly Types.ObjectId[],
  random: () => number = Math.random,
): Promise<PickedVenue[]> {
  const newest = await edge(-1, 2 * TILES);
  return section === "news" ? newest.slice(0, TILES) : await drawVenues(newest, current, random);
}

async function drawVenues(
  newest: readonly PickedVenue[],
  current: readonly Types.ObjectId[],
  random: () => number,
): Promise<PickedVenue[]> {
  const [last] = newest;
  const [first] = await edge(1, 1);
  if (!first || !last) return [];
  const shown = new Set(current.map(String));
  const picked = new Map<string, PickedVenue>();
  const start = first.createdAt.getTime();
  const span = last.createdAt.getTime() - start;
  for (let draw = 0; draw < DRAWS && picked.size < TILES; draw += 1) {
    const from = new Date(start + Math.floor(random() * (span + 1)));
    const fresh = (await since(from)).filter(
      ({ _id }) => !shown.has(_id.toString()) && !picked.has(_id.toString()),
    );
    const venue = fresh[Math.floor(random() * fresh.length)];
    if (venue) picked.set(venue._id.toString(), venue);
  }
  // Few venues: what is missing are the newest, those that were not shown first.
  const rest = [...newest].sort(
    (a, b) => Number(shown.has(a._id.toString())) - Number(shown.has(b._id.toString())),
  );
  for (const venue of rest) if (picked.size < TILES) picked.set(venue._id.toString(), venue);
  return [...picked.values()];
}

/** The first venues from an end of the index. */
async function edge(direction: 1 | -1, limit: number): Promise<PickedVenue[]> {
  return await VenueModel.find(SHOWN, FIELDS)
    .sort({ createdAt: direction, _id: direction })
    .limit(limit)
    .lean<PickedVenue[]>();
}

async function since(from: Date): Promise<PickedVenue[]> {
  return await VenueModel.find({ ...SHOWN, createdAt: trusted({ $gte: from }) }, FIELDS)
    .sort({ createdAt: 1, _id: 1 })
    .limit(RUN)
    .lean<PickedVenue[]>();
}
