import fc from "fast-check";
import { CAPACITY_CODES, EQUIPMENT, VENUE_TYPES, type Capacity } from "@models/enumerations";
import { shiftSlot, slotId, type DaySlot } from "~/rules/calendar";
import { ruleAgainst } from "~/rules/time-rules";
import { addDays, eachDay, type Day } from "~/platform/days";
import type { Asked, AskedDays } from "~/venues/search-engine";
import { ratingOf } from "~/venues/rating";
import { SORTS, type VenueSearch } from "~/venues/search-form";
import type { IndexedVenue } from "~/venues/search-index";

/** Venues and searches by lot, and what a search of them must find, said the obvious way. */

/** Few of everything, so that searches match, and equal values meet. */
const CITIES = [
  ...["Lyon", "LYON", "Mont-Saint-Aignan", "Saint-Étienne", "St-Étienne", "Ste Maxime"],
  ...["L’Haÿ-les-Roses", "Paris", "", "?"],
];
export const OWNERS = ["0", "1", "f"].map((digit) => digit.repeat(24));
const types = VENUE_TYPES.slice(-3);
const equipment = EQUIPMENT.slice(-3);

/** Ids whose digits order differently from their parts, and from small numbers. */
export const venueId = fc
  .array(fc.constantFrom("00000000", "00000001", "7fffffff", "80000000", "ffffffff"), {
    minLength: 3,
    maxLength: 3,
  })
  .map((words) => words.join(""));

export const indexedVenue: fc.Arbitrary<IndexedVenue> = fc.record({
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
      longestStay: fc.constantFrom(1, 2, 4),
    },
    { requiredKeys: ["time"] },
  ),
  rating: fc.constantFrom(undefined, ratingOf(1, 5), ratingOf(4, 17), ratingOf(30, 129)),
  city: fc.constantFrom(...CITIES),
  postalCode: fc.constantFrom("69002", "75011", "75001", "20190"),
  createdAt: fc.constantFrom(0, 1_700_000_000_000, 1_700_000_000_001),
});

/** Few half days, so that they meet: some before the days that are asked for, and some after. */
export const halfDay = (today: Day): fc.Arbitrary<DaySlot> =>
  fc.integer({ min: -2, max: 28 }).map((count) => shiftSlot({ day: today, slot: "AM" }, count));

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
/** All that a search can ask for but its days, which are asked beside it (`asked`): one that is not drawn does not compile. */
type Criteria = { [K in keyof Required<Omit<VenueSearch, "start" | "end">>]: VenueSearch[K] };
export const venueSearch: fc.Arbitrary<VenueSearch> = fc.record<Criteria>({
  city: maybe(
    fc.constantFrom(
      "l",
      "LYON",
      "saint",
      "saint aignan",
      "st aignan",
      "saint etienne",
      "sainte",
      "ste m",
      "st",
      "étienne",
      "ay",
      "aint",
      ".*",
      "75",
      "69002",
      "lyon (69)",
      "69002 Ly",
      "Paris 1",
      "Paris 1er",
      "paris 11ème arrondissement",
      "Lyon 2e",
      "Lyon 10",
      "2A",
      "2b",
      "Lyon, France",
      "Paris 11e arr.",
    ),
  ),
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

/** Who asks, and for which of those days. */
export const asked = (today: Day): fc.Arbitrary<Asked> => {
  const days = fc
    .record({ ahead: fc.integer({ min: 1, max: 9 }), length: fc.integer({ min: 1, max: 4 }) })
    .map(({ ahead, length }) => {
      const startDate = addDays(today, ahead);
      return { startDate, endDate: addDays(startDate, length - 1), today };
    });
  return fc.record({ viewerId: fc.option(fc.constantFrom(...OWNERS)), days: fc.option(days) });
};

/** Whether a venue can be had on these days, the obvious way. */
function isHad(taken: readonly DaySlot[], { time }: IndexedVenue, wanted: AskedDays): boolean {
  const { startDate, endDate } = wanted;
  const days = eachDay(startDate, endDate).length;
  // Of one day alone half a day is something, too, where no more is rented out.
  const lengths = time.time === "Day" ? [days] : days === 1 ? [2, 1] : [days * 2];
  const { preparationBefore = 0, preparationAfter = 0 } = time;
  const first = shiftSlot({ day: startDate, slot: "AM" }, -preparationBefore);
  const last = shiftSlot({ day: endDate, slot: "PM" }, preparationAfter);
  const text = ({ day, slot: half }: DaySlot) => `${day} ${half}`;
  return (
    !taken.some((half) => text(half) >= text(first) && text(half) <= text(last)) &&
    lengths.some((units) => ruleAgainst({ startDate, endDate, units }, wanted.today, time) === null)
  );
}

/** Of what is drawn to be typed: what stands in a postal code under another name. */
const MEANT: Record<string, readonly string[]> = {
  "paris 1": ["paris 75001"],
  "paris 1er": ["paris 75001"],
  "paris 11eme arrondissement": ["paris 75011"],
  "lyon 2e": ["lyon 69002"],
  "2a": ["201"],
  "2b": ["202"],
  "lyon france": ["lyon"],
  "paris 11e arr": ["paris 75011"],
};

/** What a search must find. @param taken each venue's half days */
export function naive(
  venues: ReadonlyMap<string, IndexedVenue>,
  taken: ReadonlyMap<string, readonly DaySlot[]>,
  wanted: VenueSearch,
  { viewerId, days, except }: Asked,
): string[] {
  const inTheWay = (key: string) =>
    (taken.get(key) ?? []).filter((half) => !except?.has(slotId(key, half)));
  const words = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
  const query = words(wanted.city ?? "").join(" ");
  const inFull = (text: string) => text.replace(/\bst\b/g, "saint").replace(/\bste\b/g, "sainte");
  const isFound = ({ city, postalCode }: IndexedVenue) => {
    const name = words(city);
    const all = [...name, postalCode, ...name];
    const starts = all.map((_, index) => all.slice(index).join(" "));
    const meant = MEANT[query] ?? [query, inFull(query)];
    const isStart = (start: string) => meant.some((text) => start.startsWith(text));
    return [...starts, ...starts.map(inFull)].some(isStart);
  };
  const direction = wanted.sort === "price-asc" ? 1 : -1;
  const keysOf = ({ createdAt, price, rating }: IndexedVenue) => {
    if (wanted.sort === "recent") return [createdAt];
    return wanted.sort === "rating"
      ? [rating?.average ?? 0, rating?.count ?? 0, createdAt]
      : [price];
  };
  return [...venues]
    .filter(
      ([key, { price, ...of }]) =>
        (!days || isHad(inTheWay(key), { price, ...of }, days)) &&
        price >= (wanted.minPrice ?? 0) &&
        price <= (wanted.maxPrice ?? Infinity) &&
        (wanted.people === undefined || wanted.people <= MOST[of.capacity]) &&
        (!wanted.capacity || of.capacity === wanted.capacity) &&
        (wanted.types.length === 0 || wanted.types.some((type) => of.types.includes(type))) &&
        wanted.equipment.every((item) => of.equipment.includes(item)) &&
        (query === "" || isFound({ price, ...of })) &&
        of.owner !== viewerId,
    )
    .sort(([idA, a], [idB, b]) => {
      const others = keysOf(b);
      const by = keysOf(a).map((value, place) => value - others[place]!);
      return direction * (by.find((difference) => difference !== 0) ?? (idA < idB ? -1 : 1));
    })
    .map(([key]) => key);
}
