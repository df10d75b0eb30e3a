import { type QueryFilter, trusted } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { storedContentVersion } from "~/platform/content-version.server";
import { isDatabaseOutage } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { BusyVenues } from "./busy-venues.server";
import { wholeDayTotal } from "~/bookings/rules/price";
import { timeRulesOf, type TimeRules } from "~/bookings/rules/time-rules";
import { SearchIndex, type IndexedVenue, type VenueChanges } from "./search-index";

/**
 * Keeps this process's search index true to the database.
 *
 * Every write to public content bumps the content's version after its commit. A search reads that
 * version first; when the index holds less, the venues that changed since are read before the search
 * goes on. So a search sees all that was committed and announced before it began, whichever process
 * wrote it.
 *
 * What changed is told by `changedAt`, the writer's clock at the write. A transaction commits later than
 * it writes: its venues may come to light after an update of the index, with a time from before it. So
 * each update looks back past the one before, by the 60 seconds that a database lets a transaction
 * live, and by 60 more for clocks that disagree. A process that died before it could announce its write
 * is made up for within a minute; a write past Mongoose, or by a clock further off, when all is read
 * anew.
 */

const OVERLAP_MS = 120_000;
/** An index that no new version called for is brought up to date after this time. */
const MAX_AGE_MS = 60_000;
/** How often all is read anew, while the searches use what is there. */
const RELOAD_MS = 30 * 60_000;
/** Venues read and taken over at a time: some milliseconds, then others have their turn. */
const BATCH = 1_000;

interface Loaded {
  index: SearchIndex;
  busy: BusyVenues;
  /** The index holds at least what this version announced. */
  version: number;
  /** When the database was asked last, ms. */
  readAt: number;
  /** When all is to be read anew, ms. */
  reloadAt: number;
}

let loaded: Loaded | null = null;
let refreshing: Promise<void> | null = null;
let reloading: Promise<void> | null = null;

/** The index and the busy venues, with all that was announced up to a version of the content. */
export interface FreshIndex {
  index: SearchIndex;
  busy: BusyVenues;
  version: number;
}

/**
 * The index, with all that was announced before the call. The first call loads it; however many wait,
 * one query runs for all of them. When what changed cannot be read, the index stays as it was until the
 * next call: whoever shows venues reads them from the database anyway.
 *
 * @throws what the database throws when it does not answer, or when there is no index yet.
 */
export async function freshIndex(): Promise<FreshIndex> {
  const version = await storedContentVersion();
  while (!loaded || loaded.version < version || Date.now() - loaded.readAt > MAX_AGE_MS) {
    try {
      await (refreshing ??= refresh(version));
    } catch (error) {
      if (!loaded || isDatabaseOutage(error)) throw error;
      break;
    }
  }
  if (Date.now() > loaded.reloadAt) reload(loaded);
  return { index: loaded.index, busy: loaded.busy, version };
}

/**
 * The index as the searches left it, without a question to the database once it is there: for what may be
 * some minutes old because the venues themselves are read anyway.
 */
export async function standingIndex(): Promise<SearchIndex> {
  return (loaded ?? (await freshIndex())).index;
}

/** Forgets everything, for whoever puts another database under this process. */
export function forgetIndex(): void {
  loaded = null;
}

async function refresh(version: number): Promise<void> {
  try {
    await (loaded ? update(loaded, version) : load(version));
  } catch (error) {
    logger.error({ err: error }, "the search index was not brought up to date");
    throw error;
  } finally {
    refreshing = null;
  }
}

async function load(version: number): Promise<void> {
  const index = new SearchIndex();
  const readAt = Date.now();
  for await (const venues of changes({ searchable: true })) index.apply(venues);
  loaded = { index, busy: new BusyVenues(), version, readAt, reloadAt: readAt + RELOAD_MS };
}

async function update(known: Loaded, version: number): Promise<void> {
  const readAt = Date.now();
  const since = new Date(known.readAt - OVERLAP_MS);
  for await (const venues of changes({ changedAt: trusted({ $gte: since }) })) {
    known.index.apply(venues);
  }
  known.version = version;
  known.readAt = readAt;
}

/** In the background; what is announced meanwhile is read again once the new index is there. */
function reload(known: Loaded): void {
  // Also when it fails, so that a database in trouble is not asked for everything again and again.
  known.reloadAt = Date.now() + RELOAD_MS;
  reloading ??= load(known.version)
    .catch((error: unknown) => logger.error({ err: error }, "the search index was not read anew"))
    .finally(() => {
      reloading = null;
    });
}

const FIELDS =
  "userId price time capacity type equipement city postalCode coordinates createdAt searchable " +
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
  | "createdAt"
  | "searchable"
> &
  TimeRules;

async function* changes(filter: QueryFilter<Venue>): AsyncGenerator<VenueChanges> {
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
    createdAt: venue.createdAt.getTime(),
  };
}
