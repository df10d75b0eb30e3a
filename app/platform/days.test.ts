import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  compareDays,
  daysBetween,
  eachDay,
  formatDay,
  isDay,
  parseDay,
  parseFrenchDay,
} from "./days";

/** Days of some two hundred years around the present. */
const anyDay = fc.integer({ min: -36_500, max: 36_500 }).map((n) => addDays("2027-01-01", n));

describe("parseDay", () => {
  it.each(["2027-06-11", "2028-02-29", "2000-02-29", "2027-12-31", "1000-01-01", "9999-12-31"])(
    "takes %s",
    (text) => {
      expect(parseDay(text)).toBe(text);
      expect(isDay(text)).toBe(true);
    },
  );

  it.each([
    "2027-02-29",
    "2027-02-30",
    "2100-02-29",
    "2027-04-31",
    "2027-00-10",
    "2027-13-01",
    "2027-01-00",
    "2027-01-32",
    "0999-01-01",
    "29/02/2027",
    "2027-6-1",
    "20270611",
    " 2027-06-11",
    "2027-06-11 ",
    "2027-06-11\n",
    "2027-06-11T00:00:00Z",
    "٢٠٢٧-٠٦-١١",
    "",
    "demain",
  ])("refuses %j", (text) => {
    expect(parseDay(text)).toBeNull();
    expect(isDay(text)).toBe(false);
  });
});

describe("parseFrenchDay", () => {
  it("reads DD/MM/YYYY", () => {
    expect(parseFrenchDay("11/06/2027")).toBe("2027-06-11");
    expect(parseFrenchDay("29/02/2028")).toBe("2028-02-29");
  });

  it.each(["11.06.2027", "11-06-2027", "11 06 2027", "11062027"])(
    "reads %j: not every keypad has a slash",
    (text) => expect(parseFrenchDay(text)).toBe("2027-06-11"),
  );

  it.each(["29/02/2027", "30/02/2027", "06/13/2027", "2027-06-11", "1/6/2027", "31021990", ""])(
    "refuses %j",
    (text) => expect(parseFrenchDay(text)).toBeNull(),
  );

  it.each(["11/062027", "11/06.2027", "110627", "20270611", "11//06//2027", "11é06é2027"])(
    "refuses %j",
    (text) => expect(parseFrenchDay(text)).toBeNull(),
  );

  it.each([
    " 11/06/2027",
    "11/06/2027 ",
    "le 11/06/2027",
    "111/06/2027",
    "11/06/20271",
    "11/06/2027\n",
  ])("refuses %j: a day has nothing before or after it", (text) =>
    expect(parseFrenchDay(text)).toBeNull(),
  );

  it("reads back what formatDay writes", () => {
    fc.assert(fc.property(anyDay, (day) => parseFrenchDay(formatDay(day)) === day));
  });
});

describe("counting days", () => {
  it("attack 17: counts across the days on which the clocks change", () => {
    expect(daysBetween("2027-03-27", "2027-03-29")).toBe(2);
    expect(daysBetween("2027-10-30", "2027-11-01")).toBe(2);
    expect(eachDay("2027-03-27", "2027-03-29")).toEqual(["2027-03-27", "2027-03-28", "2027-03-29"]);
    expect(eachDay("2027-10-30", "2027-11-01")).toEqual(["2027-10-30", "2027-10-31", "2027-11-01"]);
  });

  it("counts across leap years, centuries and years' ends", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-02-28", 1)).toBe("2027-03-01");
    expect(addDays("2100-02-28", 1)).toBe("2100-03-01");
    expect(addDays("2000-02-28", 1)).toBe("2000-02-29");
    expect(addDays("2027-12-31", 1)).toBe("2028-01-01");
    expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
    expect(daysBetween("2028-01-01", "2029-01-01")).toBe(366);
    expect(daysBetween("2027-01-01", "2028-01-01")).toBe(365);
  });

  it("steps through every day of four years as the calendar does", () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let day = "2025-01-01";
    for (const year of [2025, 2026, 2027, 2028]) {
      for (const [index, length] of lengths.entries()) {
        const leapDay = year === 2028 && index === 1 ? 1 : 0;
        for (let date = 1; date <= length + leapDay; date++) {
          const pad = (value: number) => String(value).padStart(2, "0");
          expect(day).toBe(`${year}-${pad(index + 1)}-${pad(date)}`);
          day = addDays(day, 1);
        }
      }
    }
    expect(day).toBe("2029-01-01");
  });

  it("adds and subtracts alike", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        const other = addDays(day, count);
        expect(daysBetween(day, other)).toBe(count);
        expect(addDays(other, -count)).toBe(day);
        expect(Math.sign(compareDays(other, day))).toBe(Math.sign(count));
        expect(other < day).toBe(count < 0);
      }),
    );
  });

  it("lists each day once, both ends included, and none when they are reversed", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (day, count) => {
        const days = eachDay(day, addDays(day, count));
        expect(days).toHaveLength(count + 1);
        expect(new Set(days).size).toBe(count + 1);
        expect(days[0]).toBe(day);
        expect(days).toEqual([...days].sort());
      }),
    );
    expect(eachDay("2027-06-13", "2027-06-11")).toEqual([]);
  });

  it("sorts with compareDays", () => {
    expect(["2027-06-13", "2027-06-11", "2027-06-12"].sort(compareDays)).toEqual([
      "2027-06-11",
      "2027-06-12",
      "2027-06-13",
    ]);
    expect(compareDays("2027-06-11", "2027-06-11")).toBe(0);
  });

  it("refuses what is not a day or not a count", () => {
    expect(() => addDays("2027-02-30", 1)).toThrow(RangeError);
    expect(() => addDays("2027-02-28", 0.5)).toThrow(RangeError);
    expect(() => addDays("9999-12-31", 1)).toThrow(RangeError);
    expect(() => addDays("1000-01-01", -1)).toThrow(RangeError);
    expect(() => addDays("2027-01-01", 1e9)).toThrow(RangeError);
    expect(() => addMonths("2027-13-01", 1)).toThrow(RangeError);
    expect(() => addMonths("2027-01-01", 0.5)).toThrow(RangeError);
    expect(() => daysBetween("2027-01-01", "")).toThrow(RangeError);
    expect(() => compareDays("hier", "2027-01-01")).toThrow(RangeError);
    expect(() => eachDay("2027-01-01", "01/02/2027")).toThrow(RangeError);
    expect(() => formatDay("11/06/2027")).toThrow(RangeError);
  });

  it("says what it was given instead, for whoever reads the log", () => {
    expect(() => formatDay("11/06/2027")).toThrow(/"11\/06\/2027"/);
    expect(() => addDays("2027-02-28", 0.5)).toThrow(/days: 0\.5$/);
    expect(() => addMonths("2027-01-01", 0.5)).toThrow(/months: 0\.5$/);
  });
});

describe("addMonths", () => {
  it.each([
    ["2026-11-21", 18, "2028-05-21"],
    ["2027-08-31", 18, "2029-02-28"],
    ["2026-08-31", 18, "2028-02-29"],
    ["2027-01-31", 1, "2027-02-28"],
    ["2027-12-15", 1, "2028-01-15"],
    ["2027-01-15", -1, "2026-12-15"],
    ["2027-03-31", -1, "2027-02-28"],
    ["2027-06-11", 0, "2027-06-11"],
    ["2027-01-01", -13, "2025-12-01"],
  ])("%s and %i months give %s", (day, count, expected) => {
    expect(addMonths(day, count)).toBe(expected);
  });

  it("always lands in the month counted, on the same date or on the month's last", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -600, max: 600 }), (day, count) => {
        const result = addMonths(day, count);
        const monthIndex = (text: string) =>
          Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(monthIndex(result) - monthIndex(day)).toBe(count);
        if (result.slice(8) !== day.slice(8)) expect(addDays(result, 1).slice(8)).toBe("01");
      }),
    );
  });
});
