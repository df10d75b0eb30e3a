import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "~/platform/days";
import {
  asRented,
  formatPeriod,
  namedPeriods,
  slotId,
  slotsOf,
  stayDays,
  unavailablePeriods,
  type DaySlot,
} from "./calendar";

const anySlot = fc.constantFrom("AM" as const, "PM" as const);
const id = (taken: DaySlot) => slotId("v", taken);
const half = (day: string, slot: "AM" | "PM"): DaySlot => ({ day, slot });

describe("unavailablePeriods", () => {
  it("merges what touches, whatever the order, and drops repetitions", () => {
    expect(
      unavailablePeriods([
        half("2027-06-13", "AM"),
        half("2027-06-11", "PM"),
        half("2027-06-12", "PM"),
        half("2027-06-12", "AM"),
        half("2027-06-12", "AM"),
        half("2027-06-20", "AM"),
        half("2027-06-21", "AM"),
      ]),
    ).toEqual([
      { start: half("2027-06-11", "PM"), end: half("2027-06-13", "AM") },
      { start: half("2027-06-20", "AM"), end: half("2027-06-20", "AM") },
      { start: half("2027-06-21", "AM"), end: half("2027-06-21", "AM") },
    ]);
    expect(unavailablePeriods([])).toEqual([]);
  });

  it("merges across the end of a month, of a year and the days the clocks change", () => {
    const days = [
      "2027-03-28",
      "2027-03-29",
      "2027-12-31",
      "2028-01-01",
      "2028-02-29",
      "2028-03-01",
    ];
    const taken = days.flatMap((day) => [half(day, "AM"), half(day, "PM")]);
    expect(unavailablePeriods(taken).map(({ start, end }) => [start.day, end.day])).toEqual([
      ["2027-03-28", "2027-03-29"],
      ["2027-12-31", "2028-01-01"],
      ["2028-02-29", "2028-03-01"],
    ]);
  });

  it("covers just what is taken, in periods that neither overlap nor touch", () => {
    const near = fc.record({ day: fc.nat(20).map((n) => addDays("2027-06-01", n)), slot: anySlot });
    fc.assert(
      fc.property(fc.array(near), (taken) => {
        const before = structuredClone(taken);
        const periods = unavailablePeriods(taken);
        expect(taken).toEqual(before);
        const covered = periods.flatMap(({ start, end }) =>
          slotsOf({
            startDate: start.day,
            startSlot: start.slot,
            endDate: end.day,
            endSlot: end.slot,
            period: "Half",
          }),
        );
        expect(covered.map(id)).toEqual([...new Set(taken.map(id))].sort());
        for (const [index, period] of periods.entries()) {
          const later = periods[index + 1];
          if (later === undefined) continue;
          const nothingFreeBetween = unavailablePeriods([period.end, later.start]).length === 1;
          expect(nothingFreeBetween).toBe(false);
        }
      }),
    );
  });
});

describe("asRented", () => {
  const taken = [half("2027-06-12", "PM"), half("2027-06-11", "AM"), half("2027-06-11", "PM")];

  it("leaves to nobody a day of which a half is taken, where whole days are rented", () => {
    expect(asRented(taken, { time: "Day" })).toEqual([
      ...[half("2027-06-12", "AM"), half("2027-06-12", "PM")],
      ...[half("2027-06-11", "AM"), half("2027-06-11", "PM")],
    ]);
  });

  it("leaves the other half of it where half days are", () => {
    expect(asRented(taken, { time: "Half" })).toEqual(taken);
  });
});

describe("formatPeriod", () => {
  it.each([
    ["2027-06-11", "AM", "2027-06-13", "PM", "du 11/06/2027 au 13/06/2027"],
    ["2027-06-11", "AM", "2027-06-11", "PM", "le 11/06/2027"],
    ["2027-06-11", "AM", "2027-06-11", "AM", "le 11/06/2027 (matin)"],
    ["2027-06-11", "PM", "2027-06-11", "PM", "le 11/06/2027 (après\u2011midi)"],
    ["2027-06-11", "PM", "2027-06-13", "PM", "du 11/06/2027 (après\u2011midi) au 13/06/2027"],
    ["2027-06-11", "AM", "2027-06-13", "AM", "du 11/06/2027 au 13/06/2027 (matin)"],
    [
      "2027-06-11",
      "PM",
      "2027-06-13",
      "AM",
      "du 11/06/2027 (après\u2011midi) au 13/06/2027 (matin)",
    ],
  ] as const)("%s %s to %s %s: %s", (startDay, startSlot, endDay, endSlot, text) => {
    const period = { start: half(startDay, startSlot), end: half(endDay, endSlot) };
    expect(formatPeriod(period)).toBe(text);
  });
});

describe("namedPeriods", () => {
  const days = (count: number) => Array.from({ length: count }, (_, index) => `le ${index + 1}`);

  it.each([
    [0, ""],
    [1, "le 1"],
    [2, "le 1, le 2"],
    [8, "le 1, le 2, le 3, le 4, le 5, le 6, le 7, le 8"],
    [9, "le 1, le 2, le 3, le 4, le 5, le 6, le 7, le 8 (et 1 de plus)"],
    [30, "le 1, le 2, le 3, le 4, le 5, le 6, le 7, le 8 (et 22 de plus)"],
  ])("of %i stretches names eight at most, and says how many more there are", (count, text) => {
    expect(namedPeriods(days(count))).toBe(text);
  });
});

describe("stayDays", () => {
  it("lists whole days", () => {
    const stay = { startDate: "2027-06-11", endDate: "2027-06-12", period: "Day" } as const;
    expect(stayDays(stay)).toEqual(["le 11/06/2027", "le 12/06/2027"]);
  });

  it("says which half of the ends is meant", () => {
    const days = { startDate: "2027-06-11", endDate: "2027-06-13", period: "Half" } as const;
    expect(stayDays({ ...days, startSlot: "PM", endSlot: "AM" })).toEqual([
      "le 11/06/2027 (après\u2011midi)",
      "le 12/06/2027",
      "le 13/06/2027 (matin)",
    ]);
  });

  it("says it of a single day too", () => {
    const day = { startDate: "2027-06-11", endDate: "2027-06-11", period: "Half" } as const;
    expect(stayDays({ ...day, startSlot: "AM", endSlot: "AM" })).toEqual(["le 11/06/2027 (matin)"]);
  });
});
