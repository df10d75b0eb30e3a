import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { transformWithEsbuild } from "vite";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMinutes,
  daysAgo,
  formatDay,
  formatDayRange,
  formatInstant,
  formatLongDay,
  formatLongInstant,
  minutesUntil,
  monthsAgo,
  parisDayOf,
  parisMidnight,
  parisNoon,
  parisTimeOf,
  parseParisTime,
  todayInParis,
  wholeMinute,
} from "./days";

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

  it.each([
    ["2027-01-15T14:30:00", "2027-01-15T13:30:00.000Z"],
    // On days on which the clocks change as well.
    ["2027-03-28T03:10:00", "2027-03-28T01:10:00.000Z"],
    ["2027-10-31T02:30:00", "2027-10-31T00:30:00.000Z"],
    ["2027-10-31T12:00:00", "2027-10-31T11:00:00.000Z"],
  ])("reads %s, for some browsers send the seconds that nobody chose", (text, instant) => {
    expect(parseParisTime(text)?.toISOString()).toBe(instant);
  });

  it.each(["", "2027-02-30T10:00", "2027-01-15", "2027-01-15T24:00", "15/01/2027 14:30"])(
    "refuses %s",
    (text) => {
      expect(parseParisTime(text)).toBeNull();
    },
  );

  it.each([
    ...[" 2027-01-15T14:30", "12027-01-15T14:30", "2027-01-15T14:30 ", "2027-01-15T14:300"],
    // A moment that is no whole minute of Paris.
    ...["2027-01-15T14:30:30", "2027-01-15T14:30Z", "2027-01-15T14:30:00.000Z"],
    ...["2027-01-15T14:60", "2027-01-15T25:00", "2027-01-15 14:30"],
  ])("refuses %j: a time has nothing before or after it", (text) => {
    expect(parseParisTime(text)).toBeNull();
  });

  it("is undone by parisTimeOf", () => {
    for (const text of ["2027-01-15T14:30", "2027-07-14T00:00", "2027-10-31T12:05"]) {
      expect(parisTimeOf(parseParisTime(text)!)).toBe(text);
    }
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

it.each([
  ["2027-06-03", "Jeudi 3 juin 2027"],
  ["2026-12-01", "Mardi 1er décembre 2026"],
  ["2026-12-11", "Vendredi 11 décembre 2026"],
  // The Sundays on which the clocks change.
  ["2027-03-28", "Dimanche 28 mars 2027"],
  ["2027-10-31", "Dimanche 31 octobre 2027"],
])("tells %s in full: %s", (day, text) => {
  expect(formatLongDay(day)).toBe(text);
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

  it.each([
    ["2027-03-28T00:50:00.000Z", "2027-03-28T00:50:00.000Z"],
    ["2027-03-28T00:50:00.001Z", "2027-03-28T00:51:00.000Z"],
    ["2027-03-28T00:59:59.999Z", "2027-03-28T01:00:00.000Z"],
  ])("tells who has to wait until %s a minute that has come by then: %s", (instant, whole) => {
    expect(wholeMinute(new Date(instant)).toISOString()).toBe(whole);
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
