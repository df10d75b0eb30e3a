import { describe, expect, it } from "vitest";
import { addDays, addMinutes, eachDay, parisDayOf, parisMidnight } from "~/platform/days";
import { lastAppealDay, latestAppeal } from "./appeal-limit";

describe("a decision may be appealed against", () => {
  it("on its date six months later, the whole day, whichever day of the year it was taken on", () => {
    const days = eachDay("2027-01-01", "2028-12-31");
    const asked = days.map((day) => {
      const inMonth = (Number(day.slice(5, 7)) + 5) % 12;
      const last = lastAppealDay({ at: addMinutes(parisMidnight(addDays(day, 1)), -1) });
      return { day, isRight: Number(last.slice(5, 7)) - 1 === inMonth, last };
    });
    expect(asked.filter(({ isRight }) => !isRight)).toEqual([]);
    const sameDate = ({ day, last }: (typeof asked)[number]) => day.slice(8) === last.slice(8);
    // The others have no such date six months later, and end with its month.
    expect(asked.filter((one) => !sameDate(one)).map(({ day }) => day)).toEqual(
      days.filter((day) => /-(03|05|10|12)-31$|-08-(29|30|31)$/.test(day) && day !== "2027-08-29"),
    );
  });

  it.each([
    ["2027-03-01T00:30", "2027-09-01"],
    ["2027-08-31T23:30", "2028-02-29"],
    ["2026-11-26T12:00", "2027-05-26"],
  ])("%s: until the end of %s in Paris", (at, last) => {
    const [day = "", clock = ""] = at.split("T");
    const [hours = 0, minutes = 0] = clock.split(":").map(Number);
    const until = latestAppeal({ at: addMinutes(parisMidnight(day), hours * 60 + minutes) });
    expect(until).toEqual(parisMidnight(addDays(last, 1)));
    expect(parisDayOf(addMinutes(until, -1))).toBe(last);
  });
});
