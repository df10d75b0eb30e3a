import { trusted, Types, type QueryFilter } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { ContentChange } from "@models/setting";
import { VenueModel, type Venue } from "@models/venue";
import { earliestDay, shiftSlot } from "~/rules/calendar";
import { wholeDayTotal } from "~/rules/price";
import { MOST_PREPARATION, timeRulesOf, type TimeRules } from "~/rules/time-rules";
import {
  contentMark,
  contentSince,
  onContentChange,
  type ContentMark,
} from "~/platform/content-version.server";
import { singleFlight } from "~/platform/concurrency/single-flight";
import { isDatabaseOutage } from "~/platform/database-errors.server";
import { todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { ratingOf } from "./rating";
import type { SearchEngine } from "./search-engine";
import { SearchIndex, type IndexedVenue, type VenueChanges } from "./search-index";

/**
 * The search by an index in this process's memory, and what keeps that true to the database.
 *
 * Whoever changes a venue or its taken days tells of it after the commit (platform/content-version). A search
 * reads what was told first, and then the venues that it names, before it goes on. So it sees all that was
 * committed and told before it began, whichever process wrote it; and what it reads is never older than
 * what was told, in whatever order several told of it. While nobody searches a process follows what it hears of, or it would
 * soon know fewer changes than are kept.
 */

/** Venues read and taken over at a time: some milliseconds, then others have their turn. */
const BATCH = 1_000;
/** And half days, of which nothing but the id is read. */
const SLOTS = 10_000;

interface Loaded {
  index: SearchIndex;
  /** The index holds at least what was told up to here. */
  mark: ContentMark;
  /** Anything may have changed since: another one is to stand in its place, by the next search if not by this one. */
  isStale: boolean;
}

let loaded: Loaded | null = null;
let reloading: Promise<void> | null = null;
/** Whether anything changed, as far as is known here, since this was last brought up to date. */
let hasNews = false;
onContentChange(() => {
  hasNews = true;
});

/** Answers without a question to the database but what changed since the last one. */
export const searchInMemory: SearchEngine = {
  find: async (search, asked) => (await freshIndex()).find(search, asked),
  similar: async (id, asked) => (await standingIndex()).similar(id, asked),
  newest: async (most, after) => (await freshIndex()).newest(most, after),
  towns: async (most) => (await freshIndex()).towns(most),
  prepare: async () => void (await freshIndex()),
  async follow() {
    if (loaded && hasNews) await refresh("index");
  },
};

/**
 * The index, with all that was told before the call. The first call loads it; however many wait, one reading
 * runs for all of them. When what changed cannot be read, the index stays as it was until the
 * next call: whoever shows venues reads them from the database anyway.
 *
 * @throws what the database throws when it does not answer, or when there is no index yet.
 */
async function freshIndex(): Promise<SearchIndex> {
  try {
    await refresh("index");
  } catch (error) {
    if (!loaded || isDatabaseOutage(error)) throw error;
  }
  if (!loaded) throw new Error("The search index was forgotten while it was read");
  return loaded.index;
}

/**
 * The index as the searches, or `follow`, left it, without a question to the database once it is there: for what may be
 * some minutes old because the venues themselves are read anyway.
 */
async function standingIndex(): Promise<SearchIndex> {
  return loaded?.index ?? (await freshIndex());
}

/** Forgets everything, for whoever puts another database under this process. */
export function forgetIndex(): void {
  loaded = null;
}

const refresh = singleFlight(async () => {
  hasNews = false;
  try {
    if (!loaded) {
      loaded = await load();
      return;
    }
    // What was read anew meanwhile, and stands in its place, has yet to take what was told since that began.
    for (let known: Loaded | null = null; loaded && loaded !== known;) {
      known = loaded;
      await update(known);
    }
  } catch (error) {
    logger.error({ err: error }, "the search index was not brought up to date");
    throw error;
  }
});

async function load(): Promise<Loaded> {
  const mark = await contentMark();
  const index = new SearchIndex();
  for await (const venues of readVenues({ searchable: true })) index.apply(venues);
  const slots = slotsToCome({}).cursor({ batchSize: SLOTS });
  for await (const { _id } of slots) index.taken.take(_id);
  return { index, mark, isStale: false };
}

async function update(known: Loaded): Promise<void> {
  const { mark, changes } = await contentSince(known.mark);
  if (changes === null) {
    loaded = await load();
    return;
  }
  await takeOver(known.index, changes);
  known.mark = mark;
  known.isStale ||= changes.some(({ anything }) => anything);
  // Otherwise what was read anew stands in its place already.
  if (known.isStale && loaded === known) reload();
}

/** Reads anew what changes name. */
async function takeOver(index: SearchIndex, changes: readonly ContentChange[]): Promise<void> {
  const idsOf = (of: "venues" | "owners" | "days") => [
    ...new Set(changes.flatMap((change) => change[of] ?? [])),
  ];
  const [venues, owners] = [idsOf("venues"), idsOf("owners")];
  if (venues.length > 0) {
    const changed = new Map<string, IndexedVenue | null>(venues.map((id) => [id, null]));
    for await (const batch of readVenues({ _id: trusted({ $in: venues }) })) {
      for (const [id, venue] of batch) changed.set(id, venue);
    }
    index.apply(changed);
  }
  for (const userId of owners) {
    for await (const batch of readVenues({ userId: new Types.ObjectId(userId) })) {
      index.apply(batch);
    }
  }
  const takeDays = async (id: string) => {
    const venue = new Types.ObjectId(id);
    const ids = (await slotsToCome({ venue })).map(({ _id }) => _id);
    index.taken.replace(venue.toHexString(), ids);
  };
  await Promise.all(idsOf("days").map(takeDays));
}

/** In the background, while the searches use what is there; what is told meanwhile is read after it. */
function reload(): void {
  const before = loaded;
  reloading ??= load()
    .then((fresh) => {
      if (loaded === before) loaded = fresh;
    })
    .catch((error: unknown) => logger.error({ err: error }, "the search index was not read anew"))
    .finally(() => {
      reloading = null;
    });
}

/**
 * The slots of all half days that a search can meet, whose ids say all: from the earliest day that can be
 * asked for on, tomorrow, and of those before it what a venue prepares it in.
 */
function slotsToCome(of: { venue?: Types.ObjectId }) {
  const earliest = earliestDay(todayInParis(new Date()));
  const day = trusted({ $gte: shiftSlot({ day: earliest, slot: "AM" }, -MOST_PREPARATION).day });
  return BookedSlotModel.find({ ...of, day }, { _id: 1 }).lean<{ _id: string }[]>();
}

const FIELDS =
  "userId price time capacity type equipement city postalCode coordinates rating createdAt searchable " +
  "minimumNotice preparationBefore preparationAfter closedWeekdays shortestStay longestStay";
type Row = Pick<
  Venue,
  | "_id"
  | "userId"
  | "price"
  | "time"
  | "capacity"
  | "type"
  | "equipement"
  | "city"
  | "postalCode"
  | "coordinates"
  | "rating"
  | "createdAt"
  | "searchable"
> &
  TimeRules;

async function* readVenues(filter: QueryFilter<Venue>): AsyncGenerator<VenueChanges> {
  let batch = new Map<string, IndexedVenue | null>();
  const venues = VenueModel.find(filter, FIELDS).lean<Row[]>().cursor({ batchSize: BATCH });
  for await (const venue of venues) {
    batch.set(venue._id.toHexString(), venue.searchable ? indexed(venue) : null);
    if (batch.size < BATCH) continue;
    yield batch;
    batch = new Map();
  }
  yield batch;
}

function indexed(venue: Row): IndexedVenue {
  return {
    owner: venue.userId.toHexString(),
    price: wholeDayTotal({ period: venue.time, unitPrice: venue.price }),
    capacity: venue.capacity,
    time: { time: venue.time, ...timeRulesOf(venue) },
    types: venue.type,
    equipment: venue.equipement,
    city: venue.city,
    postalCode: venue.postalCode,
    coordinates: venue.coordinates,
    // Counted anew: one from before averages were stored has none.
    rating: venue.rating && ratingOf(venue.rating.count, venue.rating.sum),
    createdAt: venue.createdAt.getTime(),
  };
}
