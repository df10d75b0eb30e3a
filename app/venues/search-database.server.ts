import { mongo, trusted, Types, type QueryFilter } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { halfOpenRange } from "@models/engine";
import { CAPACITY_CODES, ROOM_FOR } from "@models/enumerations";
import { VenueModel, type Venue } from "@models/venue";
import { slotId } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { MOST_PREPARATION, timeRulesOf, type TimeRules } from "~/rules/time-rules";
import { addDays } from "~/platform/days";
import { foldText } from "~/platform/fold-text";
import { typeBits } from "./feature-bits";
import { giveSearchKeys } from "./give-search-keys.server";
import { departmentPrefix, nearest, placeOf, NEAR_KM, type Place } from "./places";
import {
  allowsDays,
  type Asked,
  type AskedDays,
  type CountedTown,
  type Found,
  type SearchEngine,
} from "./search-engine";
import { MAX_COUNTED, PAGE_SIZE, type VenueSearch } from "./search-form";
import { townReadings } from "./search-keys";

/**
 * The search by the database's own indexes (`SEARCH_INDEXES` of models/venue), for more venues than a process should
 * hold in its memory. Nothing is kept here: each question reads what is stored now, so what a visitor
 * just did is seen without anybody's telling.
 *
 * What a filter can say is asked in the order of the list. Free days are not asked by a list of who is taken, which is
 * thousands on a Saturday: the candidates are read in that order, a batch at a time, and of each batch the half
 * days that are taken, until enough are found.
 */
export const searchInDatabase: SearchEngine = {
  async find(search, { viewerId, days, except = new Set() }) {
    const filter = filterOf(search, viewerId);
    return days ? await findFree(filter, search, { days, except }) : await findAny(filter, search);
  },
  similar,
  async newest(most, after = 0) {
    const venues = await VenueModel.find({ searchable: true }, { _id: 1 })
      .sort(ORDERS.recent)
      .skip(after)
      .limit(most)
      .lean();
    return venues.map(idOf);
  },
  towns: async (most) =>
    await VenueModel.aggregate<CountedTown>([
      { $match: { searchable: true } },
      { $group: { _id: { city: "$city", postalCode: "$postalCode" }, count: { $sum: 1 } } },
      { $sort: { count: -1, "_id.postalCode": 1, "_id.city": 1 } },
      { $limit: most },
      { $project: { _id: 0, city: "$_id.city", postalCode: "$_id.postalCode", count: 1 } },
    ]),
  prepare: async () => void (await giveSearchKeys()),
  follow: () => Promise.resolve(),
};

/** Candidates for days that are looked at together: two small reads for each batch. */
const BATCH = 250;

/** Each has its index; the id makes it total. */
const ORDERS = {
  recent: { createdAt: -1, _id: -1 },
  "price-asc": { "searchKeys.wholeDay": 1, _id: 1 },
  "price-desc": { "searchKeys.wholeDay": -1, _id: -1 },
  // What is not there comes last.
  rating: { "rating.average": -1, "rating.count": -1, createdAt: -1, _id: -1 },
} as const satisfies Record<VenueSearch["sort"], Record<string, 1 | -1>>;

const idOf = ({ _id }: Pick<Venue, "_id">) => _id.toHexString();

function filterOf(search: VenueSearch, viewerId: string | null): QueryFilter<Venue> {
  const { minPrice = 0, maxPrice = Infinity, people, capacity, types, equipment } = search;
  const city = foldText(search.city ?? "");
  // Folded text holds letters, digits and spaces: nothing in it means more in an expression.
  const starts = townReadings(city).map((reading) => new RegExp(`^${reading}`));
  const room = CAPACITY_CODES.filter(
    (code) => (!capacity || code === capacity) && (people ?? 0) <= ROOM_FOR[code],
  );
  return {
    searchable: true,
    ...(minPrice > 0 && { "searchKeys.wholeDay": trusted({ $gte: minPrice }) }),
    ...(maxPrice < Infinity && {
      "searchKeys.wholeDay": trusted({ $gte: minPrice, $lt: maxPrice + 1 }),
    }),
    ...(room.length < CAPACITY_CODES.length && { capacity: trusted({ $in: room }) }),
    // Any of the types, all of the equipment: a room is of one kind or another, but needs its chairs.
    ...(types.length > 0 && { type: trusted({ $in: types }) }),
    ...(equipment.length > 0 && { equipement: trusted({ $all: equipment }) }),
    ...(city !== "" && {
      "searchKeys.city": starts.length > 1 ? trusted({ $in: starts }) : starts[0],
    }),
    ...(viewerId !== null && { userId: trusted({ $ne: new Types.ObjectId(viewerId) }) }),
  };
}

/** The page by itself; the database counts the others, up to what is shown. */
async function findAny(filter: QueryFilter<Venue>, { sort, page }: VenueSearch): Promise<Found> {
  const [venues, counted] = await Promise.all([
    VenueModel.find(filter, { _id: 1 })
      .sort(ORDERS[sort])
      .skip((page - 1) * PAGE_SIZE)
      .limit(PAGE_SIZE)
      .lean(),
    VenueModel.countDocuments(filter).limit(MAX_COUNTED + 1),
  ]);
  return { ids: venues.map(idOf), counted };
}

const RULES =
  "time minimumNotice preparationBefore preparationAfter closedWeekdays shortestStay longestStay";
type Candidate = Pick<Venue, "_id" | "time"> & TimeRules;

interface Wanted {
  days: AskedDays;
  /** As of `Asked`. */
  except: ReadonlySet<string>;
}

/** Those that are free, in order, until as many are found as are counted. */
async function findFree(
  filter: QueryFilter<Venue>,
  { sort, page }: VenueSearch,
  wanted: Wanted,
): Promise<Found> {
  const ids: string[] = [];
  for await (const candidates of inBatches(filter, ORDERS[sort])) {
    const open = candidates.filter((venue) =>
      allowsDays({ time: venue.time, ...timeRulesOf(venue) }, wanted.days),
    );
    ids.push(...(await freeAmong(open, wanted)).map(idOf));
    if (ids.length > MAX_COUNTED) break;
  }
  const from = (page - 1) * PAGE_SIZE;
  return { ids: ids.slice(from, from + PAGE_SIZE), counted: Math.min(ids.length, MAX_COUNTED + 1) };
}

async function* inBatches(
  filter: QueryFilter<Venue>,
  order: Record<string, 1 | -1>,
): AsyncGenerator<Candidate[]> {
  let batch: Candidate[] = [];
  const venues = VenueModel.find(filter, RULES).sort(order).lean<Candidate[]>();
  const cursor = venues.cursor({ batchSize: BATCH });
  try {
    for await (const venue of cursor) {
      batch.push(venue);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    // Whoever has found enough leaves before the end.
    await cursor.close();
  }
}

/**
 * Those of one batch that nothing takes on the days, nor on the half days that they keep free beside them. Of
 * the days themselves the database names each venue once, however long they are.
 */
async function freeAmong(
  batch: readonly Candidate[],
  { days, except }: Wanted,
): Promise<Candidate[]> {
  const { startDate, endDate } = days;
  const isPrepared = ({ preparationBefore, preparationAfter }: Candidate) =>
    (preparationBefore ?? 0) + (preparationAfter ?? 0) > 0;
  const idsOf = (venues: readonly Candidate[]) => trusted({ $in: venues.map(({ _id }) => _id) });
  const prepared = batch.filter(isPrepared);
  const [taken, beside] = await Promise.all([
    batch.length === 0
      ? []
      : BookedSlotModel.distinct("venue", {
          venue: idsOf(batch),
          day: halfOpenRange(startDate, addDays(endDate, 1)),
          ...(except.size > 0 && { _id: trusted({ $nin: [...except] }) }),
        }),
    prepared.length === 0
      ? []
      : BookedSlotModel.find(
          { venue: idsOf(prepared), day: trusted({ $in: daysBeside(days) }) },
          { _id: 1 },
        ).lean<{ _id: string }[]>(),
  ]);
  const takenIds = new Set(taken.map((id) => id.toHexString()));
  const besideIds = new Set(beside.map(({ _id }) => _id).filter((id) => !except.has(id)));
  const stay = { startDate, endDate, period: "Day" } as const;
  return batch.filter((venue) => {
    if (takenIds.has(idOf(venue))) return false;
    if (!isPrepared(venue)) return true;
    return !heldSlots(stay, venue).some((slot) => besideIds.has(slotId(idOf(venue), slot)));
  });
}

/** The days on which a preparation of these can be. */
function daysBeside({ startDate, endDate }: AskedDays): string[] {
  const steps = Array.from({ length: Math.ceil(MOST_PREPARATION / 2) }, (_, index) => index + 1);
  return steps.flatMap((step) => [addDays(startDate, -step), addDays(endDate, step)]);
}

/** So many of the nearest are read, for those among them whose rules do not allow the days. */
const NEAREST = 20;
/** And so many of a département, for whoever has no coordinates or no neighbour. */
const OF_DEPARTMENT = 200;

const PLACED = `userId type postalCode coordinates ${RULES}`;
type Placed = Candidate & Pick<Venue, "userId" | "type" | "postalCode" | "coordinates">;

/**
 * The nearest of its kinds are mostly enough; else those of its département and of other kinds are looked at,
 * too. Told apart as in memory (places.ts), but of a département that has very many only some.
 */
async function similar(id: string, { viewerId, most, days }: Asked & { most: number }) {
  const venue = await VenueModel.findOne({ _id: id, searchable: true }, PLACED).lean<Placed>();
  if (!venue) return [];
  const others = {
    searchable: true,
    _id: trusted({ $ne: venue._id }),
    ...(viewerId !== null && { userId: trusted({ $ne: new Types.ObjectId(viewerId) }) }),
  };
  const alike = { type: trusted({ $in: venue.type }) };
  const read = async (filter: QueryFilter<Venue>, limit: number) =>
    await VenueModel.find({ ...others, ...filter }, PLACED)
      .limit(limit)
      .lean<Placed[]>();
  const known = new Map<string, Place & { id: string }>();
  const take = (venues: readonly Placed[]) => {
    for (const other of venues) {
      const isOpen = !days || allowsDays({ time: other.time, ...timeRulesOf(other) }, days);
      if (isOpen) known.set(idOf(other), located(other));
    }
  };
  const near = nearby(venue);
  const readNear = async (filter: QueryFilter<Venue> = {}) =>
    near ? await unlessUnplanned(read({ ...near, ...filter }, NEAREST)) : [];
  // Not all that is known: some of it lies a little too far (`nearby`).
  const found = () => nearest(located(venue), known.values(), most, () => false);
  take(await readNear(alike));
  if (found().length < most) {
    const department = { postalCode: new RegExp(`^${departmentPrefix(venue.postalCode)}`) };
    const more = await Promise.all([
      read({ ...department, ...alike }, OF_DEPARTMENT),
      read(department, OF_DEPARTMENT),
      readNear(),
    ]);
    more.forEach(take);
  }
  return found().map(({ place, km }) => ({ id: place.id, km }));
}

/** What MongoDB says of a question by distance where the index by place is not there. */
const NO_PLAN = 291;

/** Nobody where that index is missing: the département is looked at then, and the page is there. */
async function unlessUnplanned(found: Promise<Placed[]>): Promise<Placed[]> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === NO_PLAN) return [];
    throw error;
  }
}

function located(venue: Placed): Place & { id: string } {
  return { ...placeOf(venue, typeBits(venue.type)), id: idOf(venue) };
}

/** What lies near, the nearest first; null where nobody knows where the venue is. */
function nearby({ coordinates }: Placed): QueryFilter<Venue> | null {
  if (!coordinates) return null;
  const { lng, lat } = coordinates;
  const $geometry = { type: "Point", coordinates: [lng, lat] };
  // In metres on the globe, a little more than is near by the plane: places.ts decides.
  const $maxDistance = NEAR_KM * 1_010;
  return { "searchKeys.place": trusted({ $near: { $geometry, $maxDistance } }) };
}
