import { describe, expect, it } from "vitest";
import { isPeriod, partLabel, periodOf } from "./period";

const HOUR = 3_600_000;
const hoursOf = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / HOUR;

describe("a period", () => {
  it("goes from midnight to midnight of Paris, also where the clocks change in it", () => {
    expect(periodOf("2027-03", "2026-11-22")).toMatchObject({
      unit: "day",
      from: new Date("2027-02-28T23:00:00Z"),
      to: new Date("2027-03-31T22:00:00Z"),
      label: "mars 2027",
      before: "2027-02",
      after: "2027-04",
    });
    expect(hoursOf(periodOf("2027-03", ""))).toBe(31 * 24 - 1);
    expect(hoursOf(periodOf("2027-10", ""))).toBe(31 * 24 + 1);
    expect(hoursOf(periodOf("2027", ""))).toBe(365 * 24);
  });

  it("is a year by its months", () => {
    expect(periodOf("2026", "2027-01-01")).toMatchObject({
      name: "2026",
      unit: "month",
      from: new Date("2025-12-31T23:00:00Z"),
      to: new Date("2026-12-31T23:00:00Z"),
      before: "2025",
      after: "2027",
    });
  });

  it("is the present month where the address says no other", () => {
    for (const odd of ["", "2026-13", "2026-1", "0000", "9999", "x"]) {
      expect(periodOf(odd, "2026-11-22").name).toBe("2026-11");
    }
  });
});

it("is told from what is none: an odd month, a day, a year without one before or after", () => {
  for (const text of ["2027", "2027-10", "1900", "8999-12"])
    expect([text, isPeriod(text)]).toEqual([text, true]);
  for (const odd of [
    "",
    "2027-13",
    "2027-10-31",
    "0000",
    "9999",
    "9999-12",
    "1000-01",
    "x",
    "2027-",
  ]) {
    expect([odd, isPeriod(odd)]).toEqual([odd, false]);
  }
  expect(partLabel("2027-10-31")).toBe("31/10/2027");
});
