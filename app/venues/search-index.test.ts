import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { VenueType } from "@models/enumerations";
import { slotId, slotsOf, type DaySlot } from "~/rules/calendar";
import {
  asked,
  halfDay,
  indexedVenue,
  naive,
  OWNERS,
  venueId,
  venueSearch,
} from "../../tests/support/search-cases";
import { isAlike, nearest, placeOf } from "./places";
import { MAX_COUNTED, PAGE_SIZE, type VenueSearch } from "./search-form";
import { typeBits } from "./feature-bits";
import { SearchIndex, type IndexedVenue } from "./search-index";

const TODAY = "2027-06-07";

/** Venues that changed, and those of which all taken half days are others. */
const changes = fc.record({
  venues: fc
    .array(fc.tuple(venueId, fc.option(indexedVenue, { freq: 4 })), { maxLength: 40 })
    .map((entries) => new Map(entries)),
  taken: fc
    .array(fc.tuple(venueId, fc.array(halfDay(TODAY), { maxLength: 4 })), { maxLength: 20 })
    .map((entries) => new Map(entries)),
});

const template: IndexedVenue = {
  owner: OWNERS[0]!,
  price: 100,
  capacity: ">11",
  types: [],
  equipment: [],
  time: { time: "Day" },
  rating: undefined,
  city: "Lyon",
  postalCode: "69002",
  createdAt: 0,
};

describe("the search index", () => {
  it("finds what a plain filter finds, in the same order, after any changes", () => {
    fc.assert(
      fc.property(
        fc.array(changes, { maxLength: 6 }),
        fc.array(fc.tuple(venueSearch, asked(TODAY)), { minLength: 1, maxLength: 8 }),
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
    const wanted = { startDate: "2027-06-12", endDate: "2027-06-12", today: TODAY };
    const found = () => index.find(everything, { viewerId: null, days: wanted }).ids;
    const day = slotsOf({ ...wanted, period: "Day" });
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

  it("finds the same venues like one as a look at all of them, after any changes", () => {
    // Around Lyon and beyond the end of its département, some where nobody knows.
    const place = fc.record({
      postalCode: fc.constantFrom("69002", "01000", "75011"),
      coordinates: fc.option(
        fc.record({
          lat: fc.double({ min: 45.2, max: 46.4, noNaN: true }),
          lng: fc.double({ min: 4.2, max: 5.6, noNaN: true }),
        }),
        { nil: undefined },
      ),
      types: fc.subarray<VenueType>(["Châteaux", "Salle de réunion"]),
    });
    const round = fc.array(fc.tuple(venueId, fc.option(place, { freq: 6 })), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 4 }), (rounds) => {
        const index = new SearchIndex();
        const venues = new Map<string, IndexedVenue>();
        for (const changed of rounds) {
          const as = new Map(changed.map(([id, said]) => [id, said && { ...template, ...said }]));
          index.apply(as);
          for (const [id, venue] of as) {
            if (venue) venues.set(id, venue);
            else venues.delete(id);
          }
          const places = [...venues].map(([id, venue]) => ({
            id,
            ...placeOf(venue, typeBits(venue.types)),
          }));
          for (const one of places) {
            const found = index.similar(one.id, { viewerId: null, most: 2, days: null });
            const all = nearest(one, places, 2, () => false);
            const known = new Map(places.map((other) => [other.id, other]));
            // Which of two that are as near, or of which nobody knows, is nobody's choice.
            expect(found.map(({ id, km }) => [isAlike(known.get(id)!, one), km])).toEqual(
              all.map(({ place: other, km }) => [isAlike(other, one), km]),
            );
          }
        }
      }),
      // Such venues take minutes to be made fewer.
      { endOnFailure: true },
    );
  });
});
