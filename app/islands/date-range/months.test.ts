import { describe, expect, it } from "vitest";
import { firstYearOf, openingMonths, pageTo, pageToShow, type Months } from "./months";

describe("the months that the calendars open with", () => {
  const none = { start: null, end: null };

  it.each([
    ["a range within a month", { start: "2027-06-07", end: "2027-06-09" }, ["2027-06", "2027-07"]],
    [
      "a range over the new year",
      { start: "2027-12-30", end: "2028-01-02" },
      ["2027-12", "2028-01"],
    ],
    ["a long range", { start: "2027-06-07", end: "2027-09-01" }, ["2027-06", "2027-09"]],
    ["a start alone", { start: "2027-12-07", end: null }, ["2027-12", "2028-01"]],
    ["nothing", none, ["2027-03", "2027-04"]],
  ])("for %s", (_, range, months) => {
    expect(openingMonths(range, "2027-03-31")).toEqual(months);
  });
});

describe("a calendar that goes elsewhere", () => {
  const june: Months = ["2027-06", "2027-07"];

  it.each<[string, 0 | 1, string, Months]>([
    ["the first goes back", 0, "2027-05", ["2027-05", "2027-07"]],
    ["the first reaches the second", 0, "2027-07", ["2027-07", "2027-08"]],
    ["the first passes the second", 0, "2028-12", ["2028-12", "2029-01"]],
    ["the second goes on", 1, "2027-08", ["2027-06", "2027-08"]],
    ["the second reaches the first", 1, "2027-06", ["2027-05", "2027-06"]],
    ["the second passes the first", 1, "2026-01", ["2025-12", "2026-01"]],
  ])("%s", (_, which, month, after) => {
    expect(pageTo(june, which, month)).toEqual(after);
  });

  it("stays where the day is in sight already", () => {
    expect(pageToShow(june, "2027-07-31")).toBe(june);
    expect(pageToShow(june, "2027-09-01")).toEqual(["2027-09", "2027-10"]);
  });
});

it.each([
  ["forward", 2027],
  ["backward", 2016],
  ["middle", 2023],
] as const)("the list of years %s", (direction, first) => {
  expect(firstYearOf(2027, direction)).toBe(first);
});
