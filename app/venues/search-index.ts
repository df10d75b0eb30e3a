import type { Capacity, Equipment, VenueType } from "@models/enumerations";
import type { VenueRating } from "@models/venue";
import { shiftSlot, slotsOf, type DaySlot } from "~/rules/calendar";
import { MOST_PREPARATION, type VenueTime } from "~/rules/time-rules";
import { featureBits, roomBits, typeBits } from "./feature-bits";
import { countTowns, KnownTowns, type KnownTown } from "./known-towns";
import {
  isAlike,
  nearest,
  NEAR_KM,
  placeOf,
  PlacesAround,
  type Located,
  type Neighbour,
  type Place,
} from "./places";
import {
  allowsDays,
  type Asked,
  type AskedDays,
  type CountedTown,
  type Found,
  type Similar,
} from "./search-engine";
import { MAX_COUNTED, PAGE_SIZE, type Sort, type VenueSearch } from "./search-form";
import { isTaken, TakenDays } from "./taken-days";

/**
 * All venues that can be found, as the filters and the sorts see them, in memory and in their orders: a search
 * of 100,000 takes some milliseconds at most (docs/benchmarks.md, S3). It knows no database: what
 * fills it and keeps it fresh is in search-index.server.ts.
 */

/** What the search knows of a venue. */
export interface IndexedVenue extends Located {
  /** 24 hexadecimal digits, like the id that the index knows the venue by. */
  owner: string;
  /** What a customer pays for one whole day, in cents. */
  price: number;
  capacity: Capacity;
  types: readonly VenueType[];
  equipment: readonly Equipment[];
  /** How it is rented, and its rules, the same keys for the same ones. */
  time: VenueTime;
  /** Absent before the first review. */
  rating: VenueRating | undefined;
  /** As it is written. */
  city: string;
  postalCode: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Venues that changed, by id; null for one that can no longer be found. */
export type VenueChanges = ReadonlyMap<string, IndexedVenue | null>;

/** Venues share what many have in common: their city's name, their rules of time. */
interface Entry extends Place {
  id: string;
  /** Of its half days. */
  number: number;
  owner: string;
  price: number;
  createdAt: number;
  /** Tenths of a star, and of how many reviews; both 0 where there is none. */
  average: number;
  reviews: number;
  features: number;
  town: KnownTown;
  time: VenueTime;
}

type Condition = (venue: Entry) => boolean;

/** So many venues are moved one by one; with more the orders are sorted anew. */
const FEW = 20;

export class SearchIndex {
  readonly taken = new TakenDays();
  #byId = new Map<string, Entry>();
  #byAge: Entry[] = [];
  #byPrice: Entry[] = [];
  #byRating: Entry[] = [];
  /** Where they lie, as long as none has changed. */
  #around: PlacesAround<Entry> | null = null;
  #towns = new KnownTowns();
  /** By its rules as text. */
  #times = new Map<string, VenueTime>();

  /** How many venues can be found. */
  get size(): number {
    return this.#byId.size;
  }

  /** As `SearchEngine.find`. */
  find(search: VenueSearch, asked: Asked): Found {
    const order = this.#orderOf(search.sort);
    const isAscending = search.sort === "price-asc";
    const conditions = this.#conditions(search, asked);
    const from = (search.page - 1) * PAGE_SIZE;
    const ids: string[] = [];
    let counted = 0;
    for (let step = 0; step < order.length && counted <= MAX_COUNTED; step += 1) {
      const venue = order[isAscending ? step : order.length - 1 - step]!;
      if (!meets(venue, conditions)) continue;
      if (counted >= from && counted < from + PAGE_SIZE) ids.push(venue.id);
      counted += 1;
    }
    return { ids, counted };
  }

  /** Ascending: all but one are read from their end. */
  #orderOf(sort: Sort): Entry[] {
    if (sort === "recent") return this.#byAge;
    return sort === "rating" ? this.#byRating : this.#byPrice;
  }

  /** What a search asks of a venue, what is quick to tell first. */
  #conditions(search: VenueSearch, { viewerId, days, except }: Asked): Condition[] {
    const { minPrice = 0, maxPrice = Infinity } = search;
    const all: Condition[] = [];
    if (minPrice > 0 || maxPrice < Infinity) {
      all.push(({ price }) => price >= minPrice && price <= maxPrice);
    }
    // Any of the types, all of the equipment: a room is of one kind or another, but needs its chairs.
    const anyOf = typeBits(search.types);
    if (anyOf !== 0) all.push(({ types }) => (types & anyOf) !== 0);
    const allOf = featureBits(search.equipment, search.capacity);
    if (allOf !== 0) all.push(({ features }) => (features & allOf) === allOf);
    const anyRoom = roomBits(search.people);
    if (anyRoom !== 0) all.push(({ features }) => (features & anyRoom) !== 0);
    const towns = this.#towns.foundBy(search.city ?? "");
    if (towns) all.push(({ town }) => towns.has(town));
    if (viewerId !== null) all.push(({ owner }) => owner !== viewerId);
    if (days) all.push(this.#isFree(days, except));
    return all;
  }

  #isFree(days: AskedDays, except: ReadonlySet<string> = new Set()): Condition {
    const { startDate, endDate } = days;
    const refusing = this.#refusingTimes(days);
    const on = this.taken.in(slotsOf({ startDate, endDate, period: "Day" }), except);
    // In the half day just before the days, in the second one before, and so on; and after them.
    const beside = (slot: DaySlot, step: number) =>
      this.taken.in(
        Array.from({ length: MOST_PREPARATION }, (_, place) => shiftSlot(slot, step * (place + 1))),
        except,
      );
    const before = beside({ day: startDate, slot: "AM" }, -1);
    const after = beside({ day: endDate, slot: "PM" }, 1);
    return ({ number, time }) => {
      const { preparationBefore = 0, preparationAfter = 0 } = time;
      if (refusing.has(time) || on.some((bits) => isTaken(bits, number))) return false;
      for (let place = 0; place < preparationBefore; place += 1) {
        if (isTaken(before[place], number)) return false;
      }
      for (let place = 0; place < preparationAfter; place += 1) {
        if (isTaken(after[place], number)) return false;
      }
      return true;
    };
  }

  /** As `SearchEngine.similar`. */
  similar(id: string, { viewerId, most, days }: Asked & { most: number }): Similar[] {
    const venue = this.#byId.get(id);
    if (!venue) return [];
    const refusing = days && this.#refusingTimes(days);
    const isOut = ({ owner, time }: Entry) => owner === viewerId || refusing?.has(time) === true;
    this.#around ??= new PlacesAround(this.#byId.values());
    const around = nearest(venue, this.#around.around(venue), most, isOut);
    // Those of its kind nearby come before all that lie further away: mostly nobody else has to be looked at.
    const isSettled = ({ place, km }: Neighbour<Entry>) =>
      isAlike(place, venue) && km !== null && km <= NEAR_KM;
    const isEnough = around.length === most && around.every(isSettled);
    const near = isEnough ? around : nearest(venue, this.#byId.values(), most, isOut);
    return near.map(({ place, km }) => ({ id: place.id, km }));
  }

  /** The ids of the venues created last, the newest first, but for `after` newer ones. */
  newest(most: number, after = 0): string[] {
    const end = Math.max(0, this.#byAge.length - after);
    return this.#byAge
      .slice(Math.max(0, end - most), end)
      .reverse()
      .map(({ id }) => id);
  }

  /** As `SearchEngine.towns`. */
  towns(most: number): CountedTown[] {
    return countTowns(
      this.#byAge.map(({ town }) => town),
      most,
    );
  }

  /** Takes over what changed; a venue that is known already is replaced. */
  apply(changes: VenueChanges): void {
    const entering = [...changes].flatMap(([id, venue]) => (venue ? this.#entry(id, venue) : []));
    const leaving = new Set([...changes.keys()].flatMap((id) => this.#byId.get(id) ?? []));
    for (const id of changes.keys()) this.#byId.delete(id);
    if (changes.size > 0) this.#around = null;
    for (const entry of entering) this.#byId.set(entry.id, entry);
    const byAge = (a: Entry, b: Entry) => a.createdAt - b.createdAt || compareIds(a, b);
    const byPrice = (a: Entry, b: Entry) => a.price - b.price || compareIds(a, b);
    this.#byAge = reordered(this.#byAge, { leaving, entering }, byAge);
    this.#byPrice = reordered(this.#byPrice, { leaving, entering }, byPrice);
    const byRating = (a: Entry, b: Entry) =>
      a.average - b.average || a.reviews - b.reviews || byAge(a, b);
    this.#byRating = reordered(this.#byRating, { leaving, entering }, byRating);
  }

  #entry(id: string, venue: IndexedVenue): Entry {
    const { owner, price, createdAt, rating } = venue;
    const { lat, lng, department, types } = placeOf(venue, typeBits(venue.types));
    // Field by field: an object that is spread together is several times larger, and slower to look at.
    return {
      id,
      number: this.taken.numberOf(id),
      owner,
      price,
      createdAt,
      average: rating?.average ?? 0,
      reviews: rating?.count ?? 0,
      features: featureBits(venue.equipment, venue.capacity),
      town: this.#towns.of(venue),
      time: shared(this.#times, JSON.stringify(venue.time), () => venue.time),
      lat,
      lng,
      department,
      types,
    };
  }

  /** The rules that do not allow these days: there are far fewer sets of rules than venues. */
  #refusingTimes(days: AskedDays): Set<VenueTime> {
    return new Set([...this.#times.values()].filter((time) => !allowsDays(time, days)));
  }
}

type Compare = (a: Entry, b: Entry) => number;

function compareIds(a: Entry, b: Entry): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The order with some who leave and others who enter; few of them are moved within it. */
function reordered(
  order: Entry[],
  { leaving, entering }: { leaving: ReadonlySet<Entry>; entering: readonly Entry[] },
  compare: Compare,
): Entry[] {
  if (leaving.size + entering.length > FEW) {
    return order
      .filter((entry) => !leaving.has(entry))
      .concat(entering)
      .sort(compare);
  }
  for (const entry of leaving) order.splice(placeIn(order, entry, compare), 1);
  for (const entry of entering) order.splice(placeIn(order, entry, compare), 0, entry);
  return order;
}

/** The first place in an order where nothing comes before an entry. */
function placeIn(order: readonly Entry[], entry: Entry, compare: Compare): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function meets(venue: Entry, conditions: readonly Condition[]): boolean {
  for (const holds of conditions) if (!holds(venue)) return false;
  return true;
}

/** What is kept under a key, made when it is not there yet. */
function shared<T>(kept: Map<string, T>, key: string, make: (key: string) => T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  kept.set(key, made);
  return made;
}
