import type { Capacity, Equipment, VenueType } from "@models/enumerations";
import type { VenueTime } from "~/bookings/rules/time-rules";
import { foldText } from "~/platform/fold-text";
import { featureBits, roomBits, typeBits } from "./feature-bits";
import { compareWords, ID_WORDS, wordsOf } from "./id-words";
import { Places, type Located } from "./places";
import { MAX_COUNTED, PAGE_SIZE, type VenueSearch } from "./search-form";
import { VenueTimes, type AskedDays, type BusyOnDays, type SearchedDays } from "./venue-times";

/**
 * All venues that can be found, as the filters and the sorts see them, in memory: a search of 100,000
 * takes a millisecond or two (docs/decisions/010-search-index.md). It knows no database: what fills
 * it and keeps it fresh is in search-index.server.ts.
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
  /** As it is written. */
  city: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Venues that changed, by id; null for one that can no longer be found. */
export type VenueChanges = ReadonlyMap<string, IndexedVenue | null>;

export interface Found {
  /** The page's, in order; fewer than 20 on the last one, none past it. */
  ids: string[];
  /** Those of all pages, counted no further than `MAX_COUNTED + 1`. */
  counted: number;
}

/** What the filters ask for: price, types, features, city, rules of time. */
const FILTER_WORDS = 5;
const FIRST_ROWS = 1_024;

/** A venue is a row, the same one while it stays. */
export class SearchIndex {
  #rows = new Rows(FIRST_ROWS);
  #places = new Places();
  /** Rows below it have been given out; those that were given back are in `#free`. */
  #end = 0;
  #free: number[] = [];
  #byId = new Order(0, (a, b) => this.#compareIds(a, b));
  #byAge = new Order(FILTER_WORDS, (a, b) => {
    const { createdAt } = this.#rows;
    return createdAt[a]! - createdAt[b]! || this.#compareIds(a, b);
  });
  #byPrice = new Order(FILTER_WORDS, (a, b) => {
    const { price } = this.#rows;
    return price[a]! - price[b]! || this.#compareIds(a, b);
  });
  /** The number of each city, by its name as it is written. */
  #cities = new Map<string, number>();
  #foldedCities: string[] = [];
  #times = new VenueTimes();
  /** The rows of venues that days left out, while no row changes hands. */
  #masks = new WeakMap<BusyOnDays, Uint8Array>();

  /** How many venues can be found. */
  get size(): number {
    return this.#byId.rows.length;
  }

  /**
   * One page of the venues that match, in a total order: the newest first, or by price with the id
   * as the last word. The days of the search are those of `days`.
   *
   * @param options.viewerId whose own venues are left out.
   * @param options.days who is taken on them, or does not rent them out, is left out; the same `busy` again
   *   costs nothing again.
   */
  find(
    search: VenueSearch,
    { viewerId, days }: { viewerId: string | null; days: SearchedDays | null },
  ): Found {
    const { owners } = this.#rows;
    const { rows, beside: filters } = search.sort === "recent" ? this.#byAge : this.#byPrice;
    const isAscending = search.sort === "price-asc";
    const { minPrice = 0, maxPrice = Infinity } = search;
    // Any of the types, all of the equipment: a room is of one kind or another, but needs its chairs.
    const anyOf = typeBits(search.types);
    const allOf = featureBits(search.equipment, search.capacity);
    const anyRoom = roomBits(search.people);
    const cities = this.#citiesFoundBy(search.city ?? "");
    const mask = days && this.#maskOf(days.busy);
    const refused = days && this.#times.refusedOn(days);
    const viewer = viewerId === null ? null : wordsOf(viewerId);
    const from = (search.page - 1) * PAGE_SIZE;
    const to = from + PAGE_SIZE;
    const most = MAX_COUNTED + 1;

    const ids: string[] = [];
    let counted = 0;
    for (let step = 0; step < rows.length && counted < most; step += 1) {
      const place = isAscending ? step : rows.length - 1 - step;
      const at = place * FILTER_WORDS;
      if (filters[at]! < minPrice || filters[at]! > maxPrice) continue;
      if (anyOf !== 0 && (filters[at + 1]! & anyOf) === 0) continue;
      if ((filters[at + 2]! & allOf) !== allOf) continue;
      if (anyRoom !== 0 && (filters[at + 2]! & anyRoom) === 0) continue;
      if (cities !== null && cities[filters[at + 3]!] === 0) continue;
      if (refused !== null && refused[filters[at + 4]!] === 1) continue;
      const row = rows[place]!;
      if (mask !== null && mask[row] === 1) continue;
      if (viewer !== null && compareWords(owners, row, viewer, 0) === 0) continue;
      if (counted >= from && counted < to) ids.push(this.#rows.idOf(row));
      counted += 1;
    }
    return { ids, counted };
  }

  /**
   * Venues like this one and near it, the best first; none for one that cannot be found itself.
   *
   * @param options.days whose rules do not allow them is left out
   */
  similar(
    id: string,
    { viewerId, most, days }: { viewerId: string | null; most: number; days: AskedDays | null },
  ): { id: string; km: number | null }[] {
    const row = this.#rowOf(wordsOf(id));
    if (row === null) return [];
    const { owners } = this.#rows;
    const viewer = viewerId === null ? null : wordsOf(viewerId);
    const isOwn = (other: number) => viewer !== null && !compareWords(owners, other, viewer, 0);
    const refused = days && this.#times.refusedOn(days);
    const isOut = (other: number) => isOwn(other) || refused?.[this.#rows.time[other]!] === 1;
    return this.#places
      .nearest(row, this.#byId.rows, most, isOut)
      .map((near) => ({ id: this.#rows.idOf(near.row), km: near.km }));
  }

  /** The ids of the venues created last, the newest first. */
  newest(most: number): string[] {
    const rows = this.#byAge.rows.slice(-most).reverse();
    return Array.from(rows, (row) => this.#rows.idOf(row));
  }

  /** Takes over what changed; a venue that is known already is replaced. */
  apply(changes: VenueChanges): void {
    const leaving = [...changes.keys()].flatMap((id) => this.#rowOf(wordsOf(id)) ?? []);
    const entering: Entry[] = [];
    for (const [id, venue] of changes) if (venue) entering.push(this.#write(id, venue));
    for (const order of [this.#byId, this.#byAge, this.#byPrice]) {
      order.remove(leaving);
      order.add(entering);
    }
    this.#free.push(...leaving);
    this.#masks = new WeakMap();
  }

  #write(id: string, venue: IndexedVenue): Entry {
    const row = this.#free.pop() ?? this.#end++;
    if (row >= this.#rows.length) this.#rows = new Rows(Math.ceil(row * 1.5), this.#rows);
    const { ids, owners, price, createdAt, time } = this.#rows;
    ids.set(wordsOf(id), row * ID_WORDS);
    owners.set(wordsOf(venue.owner), row * ID_WORDS);
    price[row] = venue.price;
    createdAt[row] = venue.createdAt;
    const features = featureBits(venue.equipment, venue.capacity);
    const city = this.#cityOf(venue.city);
    const types = typeBits(venue.types);
    time[row] = this.#times.numberOf(venue.time);
    this.#places.write(row, venue, types);
    return { row, beside: [venue.price, types, features, city, time[row]] };
  }

  #compareIds(row: number, other: number): number {
    const { ids } = this.#rows;
    return compareWords(ids, row, ids, other);
  }

  #rowOf(id: Uint32Array): number | null {
    const { ids } = this.#rows;
    const { rows } = this.#byId;
    const row = rows[placeIn(rows, (other) => compareWords(ids, other, id, 0))];
    return row !== undefined && compareWords(ids, row, id, 0) === 0 ? row : null;
  }

  /** How many half days before and after a stay any venue keeps free at most. */
  get preparation(): { before: number; after: number } {
    return this.#times.preparation;
  }

  /** 1 at the row of each venue that is taken on the days, or where it would prepare for them. */
  #maskOf(busy: BusyOnDays): Uint8Array {
    const known = this.#masks.get(busy);
    if (known) return known;
    const mask = new Uint8Array(this.#end);
    const leaveOut = (venues: readonly string[], isOut: (time: VenueTime) => boolean) => {
      for (const id of venues) {
        const row = this.#rowOf(wordsOf(id));
        if (row !== null && isOut(this.#times.at(this.#rows.time[row]!))) mask[row] = 1;
      }
    };
    leaveOut(busy.on, () => true);
    for (const [place, venues] of busy.before.entries()) {
      leaveOut(venues, ({ preparationBefore = 0 }) => preparationBefore > place);
    }
    for (const [place, venues] of busy.after.entries()) {
      leaveOut(venues, ({ preparationAfter = 0 }) => preparationAfter > place);
    }
    this.#masks.set(busy, mask);
    return mask;
  }

  #cityOf(name: string): number {
    const known = this.#cities.get(name);
    if (known !== undefined) return known;
    const city = this.#foldedCities.push(foldText(name)) - 1;
    this.#cities.set(name, city);
    return city;
  }

  /**
   * 1 at each city with a word that starts with what someone typed, whatever the case, the accents and
   * the hyphens ('saint' finds 'Mont-Saint-Aignan'); null when that holds no letter and no digit.
   */
  #citiesFoundBy(typed: string): Uint8Array | null {
    const query = foldText(typed);
    if (query === "") return null;
    return Uint8Array.from(this.#foldedCities, (name) => Number(` ${name}`.includes(` ${query}`)));
  }
}

/** Where a venue enters an order, and what stands beside it there. */
interface Entry {
  row: number;
  beside: readonly number[];
}

/** Rows, and as many times the words that stand beside each. */
interface Placed {
  rows: Uint32Array;
  beside: Uint32Array;
}

/**
 * Rows in an order, each with some words beside it: a search reads them straight through, which is
 * several times faster than to look up each row.
 */
class Order implements Placed {
  rows = new Uint32Array(0);
  beside = new Uint32Array(0);

  /** @param compare two rows, as they are written at the moment; never 0 for two different ones. */
  constructor(
    readonly words: number,
    readonly compare: (row: number, other: number) => number,
  ) {}

  add(entries: readonly Entry[]): void {
    const old = this.#replace(entries.length);
    let copied = 0;
    const sorted = entries.toSorted((a, b) => this.compare(a.row, b.row));
    for (const [count, { row, beside }] of sorted.entries()) {
      const place = placeIn(old.rows, (other) => this.compare(other, row), copied);
      this.#copy(old, copied, place, copied + count);
      this.rows[place + count] = row;
      this.beside.set(beside.slice(0, this.words), (place + count) * this.words);
      copied = place;
    }
    this.#copy(old, copied, old.rows.length, copied + entries.length);
  }

  remove(rows: readonly number[]): void {
    const old = this.#replace(-rows.length);
    let copied = 0;
    for (const [count, row] of rows.toSorted(this.compare).entries()) {
      const place = placeIn(old.rows, (other) => this.compare(other, row), copied);
      this.#copy(old, copied, place, copied - count);
      copied = place + 1;
    }
    this.#copy(old, copied, old.rows.length, copied - rows.length);
  }

  /** Makes room for as many rows more, or less; returns what there was. */
  #replace(difference: number): Placed {
    const { rows, beside } = this;
    this.rows = new Uint32Array(rows.length + difference);
    this.beside = new Uint32Array((rows.length + difference) * this.words);
    return { rows, beside };
  }

  #copy(old: Placed, from: number, to: number, place: number): void {
    this.rows.set(old.rows.subarray(from, to), place);
    const { words } = this;
    this.beside.set(old.beside.subarray(from * words, to * words), place * words);
  }
}

class Rows {
  readonly ids: Uint32Array;
  readonly owners: Uint32Array;
  readonly price: Uint32Array;
  readonly createdAt: Float64Array;
  readonly time: Uint32Array;

  constructor(
    readonly length: number,
    from?: Rows,
  ) {
    this.ids = new Uint32Array(length * ID_WORDS);
    this.owners = new Uint32Array(length * ID_WORDS);
    this.price = new Uint32Array(length);
    this.createdAt = new Float64Array(length);
    this.time = new Uint32Array(length);
    if (!from) return;
    this.ids.set(from.ids);
    this.owners.set(from.owners);
    this.price.set(from.price);
    this.createdAt.set(from.createdAt);
    this.time.set(from.time);
  }

  idOf(row: number): string {
    const words = this.ids.subarray(row * ID_WORDS, (row + 1) * ID_WORDS);
    return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
  }
}

/** The first place, from `from` on, whose row `compareTo` does not put before. */
function placeIn(rows: Uint32Array, compareTo: (row: number) => number, from = 0): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTo(rows[middle]!) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
