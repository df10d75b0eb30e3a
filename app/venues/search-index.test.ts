import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAPACITY_CODES, EQUIPMENT, VENUE_TYPES, type Capacity } from "@models/enumerations";
import { MAX_COUNTED, PAGE_SIZE, SORTS, type VenueSearch } from "./search-form";
import { addDays, eachDay } from "~/platform/days";
import { ruleAgainst } from "~/bookings/rules/time-rules";
import { shiftSlot, slotId, slotsOf, type DaySlot } from "~/bookings/rules/calendar";
import { SearchIndex, type AskedDays, type IndexedVenue } from "./search-index";

/** Few of everything, so that searches match, and equal values meet. */
const CITIES = ["Lyon", "LYON", "Mont-Saint-Aignan", "Saint-Étienne", "L’Haÿ-les-Roses", "", "?"];
const OWNERS = ["0", "1", "f"].map((digit) => digit.repeat(24));
const types = VENUE_TYPES.slice(-3);
const equipment = EQUIPMENT.slice(-3);

/** Ids whose digits order differently from their parts, and from small numbers. */
const id = fc
  .array(fc.constantFrom("00000000", "00000001", "7fffffff", "80000000", "ffffffff"), {
    minLength: 3,
    maxLength: 3,
  })
  .map((words) => words.join(""));

const venue: fc.Arbitrary<IndexedVenue> = fc.record({
  owner: fc.constantFrom(...OWNERS),
  price: fc.constantFrom(100, 20_000, 20_001, 999_900),
  capacity: fc.constantFrom(...CAPACITY_CODES),
  types: fc.uniqueArray(fc.constantFrom(...types)),
  equipment: fc.uniqueArray(fc.constantFrom(...equipment)),
  time: fc.record(
    {
      time: fc.constantFrom("Day", "Half"),
      minimumNotice: fc.constantFrom(1, 2, 7),
      preparationBefore: fc.constantFrom(1, 2, 4),
      preparationAfter: fc.constantFrom(1, 3),
      closedWeekdays: fc.constantFrom(["dimanche"] as const, ["lundi", "mardi"] as const),
      shortestStay: fc.constantFrom(1, 2, 3),
      longestStay: fc.constantFrom(2, 4),
    },
    { requiredKeys: ["time"] },
  ),
  city: fc.constantFrom(...CITIES),
  postalCode: fc.constantFrom("69002", "75011"),
  createdAt: fc.constantFrom(0, 1_700_000_000_000, 1_700_000_000_001),
});

const TODAY = "2027-06-07";
/** Few half days, so that they meet: some before the days that are asked for, and some after. */
const slot: fc.Arbitrary<DaySlot> = fc
  .integer({ min: -2, max: 28 })
  .map((count) => shiftSlot({ day: TODAY, slot: "AM" }, count));

/** Venues that changed, and those of which all taken half days are others. */
const changes = fc.record({
  venues: fc
    .array(fc.tuple(id, fc.option(venue, { freq: 4 })), { maxLength: 40 })
    .map((entries) => new Map(entries)),
  taken: fc
    .array(fc.tuple(id, fc.array(slot, { maxLength: 4 })), { maxLength: 20 })
    .map((entries) => new Map(entries)),
});

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const search: fc.Arbitrary<VenueSearch> = fc.record({
  city: maybe(fc.constantFrom("l", "LYON", "saint", "saint aignan", "étienne", "ay", "aint", ".*")),
  minPrice: maybe(fc.constantFrom(100, 20_000, 20_001)),
  maxPrice: maybe(fc.constantFrom(20_000, 20_001, 999_900)),
  people: maybe(fc.constantFrom(1, 10, 11, 50, 51, 100, 101, 5_000)),
  capacity: maybe(fc.constantFrom(...CAPACITY_CODES)),
  types: fc.uniqueArray(fc.constantFrom(...types)),
  equipment: fc.uniqueArray(fc.constantFrom(...equipment)),
  sort: fc.constantFrom(...SORTS),
  page: fc.integer({ min: 1, max: 4 }),
});

/** The most people that each capacity is for, in the words of the specification. */
const MOST: Record<Capacity, number> = { ">11": 10, ">51": 50, ">101": 100, "<100": Infinity };

const days: fc.Arbitrary<AskedDays> = fc
  .record({ ahead: fc.integer({ min: 1, max: 9 }), length: fc.integer({ min: 1, max: 4 }) })
  .map(({ ahead, length }) => {
    const startDate = addDays(TODAY, ahead);
    return { startDate, endDate: addDays(startDate, length - 1), today: TODAY };
  });

/** Whether a venue can be had on these days, the obvious way. */
function isHad(taken: readonly DaySlot[], { time }: IndexedVenue, wanted: AskedDays): boolean {
  const { startDate, endDate } = wanted;
  const units = eachDay(startDate, endDate).length * (time.time === "Half" ? 2 : 1);
  const { preparationBefore = 0, preparationAfter = 0 } = time;
  const first = shiftSlot({ day: startDate, slot: "AM" }, -preparationBefore);
  const last = shiftSlot({ day: endDate, slot: "PM" }, preparationAfter);
  const text = ({ day, slot: half }: DaySlot) => `${day} ${half}`;
  return (
    !taken.some((half) => text(half) >= text(first) && text(half) <= text(last)) &&
    ruleAgainst({ startDate, endDate, units }, TODAY, time) === null
  );
}

/** What the index must find, the obvious way. */
function naive(
  venues: ReadonlyMap<string, IndexedVenue>,
  taken: ReadonlyMap<string, readonly DaySlot[]>,
  wanted: VenueSearch,
  { viewerId, days }: { viewerId: string | null; days: AskedDays | null },
): string[] {
  const words = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
  const query = words(wanted.city ?? "").join(" ");
  const isFound = (name: string) => {
    const all = words(name);
    return all.some((_, index) => all.slice(index).join(" ").startsWith(query));
  };
  const direction = wanted.sort === "price-asc" ? 1 : -1;
  return [...venues]
    .filter(
      ([key, { price, ...of }]) =>
        (!days || isHad(taken.get(key) ?? [], { price, ...of }, days)) &&
        price >= (wanted.minPrice ?? 0) &&
        price <= (wanted.maxPrice ?? Infinity) &&
        (wanted.people === undefined || wanted.people <= MOST[of.capacity]) &&
        (!wanted.capacity || of.capacity === wanted.capacity) &&
        (wanted.types.length === 0 || wanted.types.some((type) => of.types.includes(type))) &&
        wanted.equipment.every((item) => of.equipment.includes(item)) &&
        (query === "" || isFound(of.city)) &&
        of.owner !== viewerId,
    )
    .sort(([idA, a], [idB, b]) => {
      const by = wanted.sort === "recent" ? a.createdAt - b.createdAt : a.price - b.price;
      return direction * (by || (idA < idB ? -1 : 1));
    })
    .map(([key]) => key);
}

const template: IndexedVenue = {
  owner: OWNERS[0]!,
  price: 100,
  capacity: ">11",
  types: [],
  equipment: [],
  time: { time: "Day" },
  city: "Lyon",
  postalCode: "69002",
  createdAt: 0,
};

describe("the search index", () => {
  it("finds what a plain filter finds, in the same order, after any changes", () => {
    const options = fc.record({
      viewerId: fc.option(fc.constantFrom(...OWNERS)),
      days: fc.option(days),
    });
    fc.assert(
      fc.property(
        fc.array(changes, { maxLength: 6 }),
        fc.array(fc.tuple(search, options), { minLength: 1, maxLength: 8 }),
        (rounds, searches) => {
          const index = new SearchIndex();
          const venues = new Map<string, IndexedVenue>();
          const taken = new Map<string, readonly DaySlot[]>();
          for (const round of [
            { venues: new Map(), taken: new Map() },
            ...rounds,
          ] as typeof rounds) {
            index.apply(round.venues);
            for (const [key, slots] of round.taken) {
              taken.set(key, slots);
              index.taken.replace(
                key,
                slots.map((half) => slotId(key, half)),
              );
            }
            for (const [key, changed] of round.venues) {
              if (changed) venues.set(key, changed);
              else venues.delete(key);
            }
            expect(index.size).toBe(venues.size);
            for (const [wanted, left] of searches) {
              const all = naive(venues, taken, wanted, left);
              const start = (wanted.page - 1) * PAGE_SIZE;
              expect(index.find(wanted, left)).toEqual({
                ids: all.slice(start, start + PAGE_SIZE),
                counted: all.length,
              });
            }
          }
        },
      ),
    );
  });

  const everything: VenueSearch = { types: [], equipment: [], sort: "price-asc", page: 1 };
  const everybody = { viewerId: null, days: null };
  const idOf = (number: number) => number.toString(16).padStart(24, "0");

  /** `count` venues, each dearer and newer than the one before. */
  function indexOf(count: number): SearchIndex {
    const index = new SearchIndex();
    const numbers = Array.from({ length: count }, (_, number) => number);
    index.apply(
      new Map(
        numbers.map((number) => [
          idOf(number),
          { ...template, price: 100 + number, createdAt: number },
        ]),
      ),
    );
    return index;
  }

  it("counts one more than is shown, and no further", () => {
    const counted = (count: number) => indexOf(count).find(everything, everybody).counted;
    expect(counted(MAX_COUNTED)).toBe(MAX_COUNTED);
    expect(counted(MAX_COUNTED + 1)).toBe(MAX_COUNTED + 1);
    expect(counted(MAX_COUNTED + 500)).toBe(MAX_COUNTED + 1);
  });

  it("has a whole last page", () => {
    const page = MAX_COUNTED / PAGE_SIZE;
    const { ids } = indexOf(5_000).find({ ...everything, page }, everybody);
    expect(ids).toEqual(Array.from({ length: PAGE_SIZE }, (_, place) => idOf(980 + place)));
  });

  it("gives the newest", () => {
    const index = indexOf(2_000);
    expect(index.newest(3)).toEqual([idOf(1_999), idOf(1_998), idOf(1_997)]);
    expect(index.newest(9_999)).toHaveLength(2_000);
  });

  it("stays as it was when one of the changes cannot be read", () => {
    const index = indexOf(3);
    const broken = { ...template, city: undefined as unknown as string };
    expect(() => {
      index.apply(
        new Map([
          [idOf(0), null],
          [idOf(1), { ...template, price: 1 }],
          [idOf(2), broken],
        ]),
      );
    }).toThrow();
    expect(index.find(everything, everybody).ids).toEqual([idOf(0), idOf(1), idOf(2)]);
  });

  it("knows the taken days of one that could not be found meanwhile", () => {
    const index = indexOf(3);
    const asked = { startDate: "2027-06-12", endDate: "2027-06-12", today: TODAY };
    const found = () => index.find(everything, { viewerId: null, days: asked }).ids;
    const day = slotsOf({ ...asked, period: "Day" });
    for (const number of [0, 9]) {
      index.taken.replace(
        idOf(number),
        day.map((half) => slotId(idOf(number), half)),
      );
    }
    expect(found()).toEqual([idOf(1), idOf(2)]);
    index.apply(new Map([[idOf(0), null]]));
    index.apply(
      new Map([idOf(0), idOf(9), idOf(10)].map((entered) => [entered, { ...template, price: 50 }])),
    );
    expect(found()).toEqual([idOf(10), idOf(1), idOf(2)]);
    index.taken.replace(idOf(9), []);
    expect(found()).toEqual([idOf(9), idOf(10), idOf(1), idOf(2)]);
  });
});
