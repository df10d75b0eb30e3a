import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { transformWithEsbuild } from "vite";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMinutes,
  addMonths,
  compareDays,
  daysAgo,
  daysBetween,
  eachDay,
  formatDay,
  formatDayRange,
  formatInstant,
  formatLongInstant,
  isDay,
  minutesUntil,
  monthsAgo,
  parisDayOf,
  parisMidnight,
  parisNoon,
  parisTimeOf,
  parseDay,
  parseFrenchDay,
  parseParisTime,
  todayInParis,
} from "./days";

/** Days of some two hundred years around the present. */
const anyDay = fc.integer({ min: -36_500, max: 36_500 }).map((n) => addDays("2027-01-01", n));
const NBSP = "\u00A0";

describe("parseParisTime", () => {
  it.each([
    ["2027-01-15T14:30", "2027-01-15T13:30:00.000Z"],
    ["2027-07-14T00:00", "2027-07-13T22:00:00.000Z"],
    ["2027-03-28T01:59", "2027-03-28T00:59:00.000Z"],
    // Left out by the clocks: the hour after.
    ["2027-03-28T02:30", "2027-03-28T01:30:00.000Z"],
    ["2027-03-28T03:10", "2027-03-28T01:10:00.000Z"],
    // Struck twice: the first.
    ["2027-10-31T02:30", "2027-10-31T00:30:00.000Z"],
    ["2027-10-31T12:00", "2027-10-31T11:00:00.000Z"],
  ])("reads %s", (text, instant) => {
    expect(parseParisTime(text)?.toISOString()).toBe(instant);
  });

  it.each(["", "2027-02-30T10:00", "2027-01-15", "2027-01-15T24:00", "15/01/2027 14:30"])(
    "refuses %s",
    (text) => {
      expect(parseParisTime(text)).toBeNull();
    },
  );

  it("is undone by parisTimeOf", () => {
    for (const text of ["2027-01-15T14:30", "2027-07-14T00:00", "2027-10-31T12:05"]) {
      expect(parisTimeOf(parseParisTime(text)!)).toBe(text);
    }
  });
});

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

describe("Paris", () => {
  it("changes day at Paris's midnight, in winter and in summer", () => {
    expect(todayInParis(new Date("2026-11-21T22:59:59.999Z"))).toBe("2026-11-21");
    expect(todayInParis(new Date("2026-11-21T23:00:00.000Z"))).toBe("2026-11-22");
    expect(todayInParis(new Date("2027-06-10T21:59:59.999Z"))).toBe("2027-06-10");
    expect(todayInParis(new Date("2027-06-10T22:00:00.000Z"))).toBe("2027-06-11");
  });

  it.each([
    ["2027-01-01", "2026-12-31T23:00:00.000Z"],
    ["2027-06-11", "2027-06-10T22:00:00.000Z"],
    ["2027-03-28", "2027-03-27T23:00:00.000Z"],
    ["2027-03-29", "2027-03-28T22:00:00.000Z"],
    ["2027-10-31", "2027-10-30T22:00:00.000Z"],
    ["2027-11-01", "2027-10-31T23:00:00.000Z"],
    ["1976-03-28", "1976-03-27T23:00:00.000Z"],
  ])("%s starts at %s", (day, instant) => {
    expect(parisMidnight(day).toISOString()).toBe(instant);
  });

  it("starts each day at its first millisecond", () => {
    const modernDay = fc
      .integer({ min: 0, max: 36_500 })
      .map((count) => addDays("1977-01-01", count));
    fc.assert(
      fc.property(modernDay, (day) => {
        const start = parisMidnight(day);
        expect(parisDayOf(start)).toBe(day);
        expect(parisDayOf(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
    );
  });

  it("makes 28/03/2027 an hour shorter and 31/10/2027 an hour longer", () => {
    const hours = (day: string) =>
      (parisMidnight(addDays(day, 1)).getTime() - parisMidnight(day).getTime()) / 3_600_000;
    expect(hours("2027-03-27")).toBe(24);
    expect(hours("2027-03-28")).toBe(23);
    expect(hours("2027-10-31")).toBe(25);
  });

  it("has noon at twelve, on the days of a clock change too", () => {
    for (const day of ["2027-01-15", "2027-03-28", "2027-07-14", "2027-10-31"]) {
      expect(formatInstant(parisNoon(day))).toBe(`${formatDay(day)} à 12${NBSP}h`);
    }
  });

  it("began so many days or months ago, whatever the clocks did since", () => {
    const night = new Date("2027-05-31T23:30:00Z");
    expect(daysAgo(night, 0).toISOString()).toBe("2027-05-31T22:00:00.000Z");
    expect(daysAgo(night, 65).toISOString()).toBe("2027-03-27T23:00:00.000Z");
    expect(daysAgo(night, 66).toISOString()).toBe("2027-03-26T23:00:00.000Z");
    expect(monthsAgo(night, 3).toISOString()).toBe("2027-02-28T23:00:00.000Z");
    // The last day of a month that is shorter.
    const last = new Date("2027-05-31T12:00:00Z");
    expect(monthsAgo(last, 3).toISOString()).toBe("2027-02-27T23:00:00.000Z");
  });

  it("refuses an invalid instant", () => {
    expect(() => parisDayOf(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe("French texts", () => {
  it("writes days and ranges", () => {
    expect(formatDay("2027-06-11")).toBe("11/06/2027");
    expect(formatDayRange("2027-06-11", "2027-06-13")).toBe("du 11/06/2027 au 13/06/2027");
    expect(formatDayRange("2027-06-11", "2027-06-11")).toBe("le 11/06/2027");
  });

  it.each([
    ["2026-11-21T10:05:00Z", `21/11/2026 à 11${NBSP}h${NBSP}05`],
    ["2026-11-21T21:00:59Z", `21/11/2026 à 22${NBSP}h`],
    ["2026-11-21T23:30:00Z", `22/11/2026 à 0${NBSP}h${NBSP}30`],
    ["2027-06-11T07:09:00Z", `11/06/2027 à 9${NBSP}h${NBSP}09`],
    ["2027-03-28T00:59:00Z", `28/03/2027 à 1${NBSP}h${NBSP}59`],
    ["2027-03-28T01:00:00Z", `28/03/2027 à 3${NBSP}h`],
    ["2027-10-31T00:30:00Z", `31/10/2027 à 2${NBSP}h${NBSP}30`],
    ["2027-10-31T01:30:00Z", `31/10/2027 à 2${NBSP}h${NBSP}30`],
  ])("writes %s as %s", (instant, text) => {
    expect(formatInstant(new Date(instant))).toBe(text);
  });
});

it("tells an instant in full", () => {
  const text = formatLongInstant(new Date("2026-11-20T13:35:00Z"));
  expect(text).toBe(`Vendredi 20 novembre 2026, 14${NBSP}h${NBSP}35`);
  expect(formatLongInstant(new Date("2026-12-31T23:00:00Z"))).toBe(
    `Vendredi 1er janvier 2027, 0${NBSP}h`,
  );
});

describe("deadlines", () => {
  const now = new Date("2027-03-28T00:50:00Z");

  it("counts real minutes, whatever the clocks of Paris do", () => {
    expect(addMinutes(now, 30).toISOString()).toBe("2027-03-28T01:20:00.000Z");
    expect(addMinutes(now, -50).toISOString()).toBe("2027-03-28T00:00:00.000Z");
  });

  it("counts the minute begun and stops at 0", () => {
    expect(minutesUntil(addMinutes(now, 30), now)).toBe(30);
    expect(minutesUntil(new Date(now.getTime() + 1), now)).toBe(1);
    expect(minutesUntil(now, now)).toBe(0);
    expect(minutesUntil(addMinutes(now, -5), now)).toBe(0);
  });
});

describe("the process's own time zone", () => {
  const zones = [
    "UTC",
    "Europe/Paris",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "America/New_York",
  ];

  it("changes nothing", async () => {
    const path = new URL("./days.ts", import.meta.url);
    const { code } = await transformWithEsbuild(readFileSync(path, "utf8"), "days.ts");
    const probe = `
      const instant = new Date("2027-03-27T23:30:00Z");
      console.log(JSON.stringify({
        today: todayInParis(instant),
        text: formatInstant(instant),
        midnights: ["2027-03-28", "2027-03-29", "2027-10-31", "2027-11-01"].map(parisMidnight),
        spring: eachDay("2027-03-26", "2027-03-30"),
        autumn: daysBetween("2027-10-30", "2027-11-02"),
        ahead: addMonths("2026-08-31", 18),
        refused: parseDay("2027-02-30"),
        hourHere: instant.getHours(),
      }));`;
    const answers = zones.map((TZ) => {
      const output = execFileSync(process.execPath, ["--input-type=module", "-e", code + probe], {
        env: { ...process.env, TZ },
        encoding: "utf8",
      });
      return JSON.parse(output) as { hourHere: number };
    });
    expect(answers.map(({ hourHere }) => hourHere)).toEqual([23, 0, 13, 12, 19]);
    for (const answer of answers) {
      expect(answer).toEqual({
        today: "2027-03-28",
        text: `28/03/2027 à 0${NBSP}h${NBSP}30`,
        midnights: [
          "2027-03-27T23:00:00.000Z",
          "2027-03-28T22:00:00.000Z",
          "2027-10-30T22:00:00.000Z",
          "2027-10-31T23:00:00.000Z",
        ],
        spring: ["2027-03-26", "2027-03-27", "2027-03-28", "2027-03-29", "2027-03-30"],
        autumn: 3,
        ahead: "2028-02-29",
        refused: null,
        hourHere: answer.hourHere,
      });
    }
  });
});
