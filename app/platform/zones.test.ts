import { expect, it } from "vitest";
import { PARIS, aheadOfUtc, instantOfFigures, shownAt, zoneOf } from "./zones";

it.each([
  ["97110", "America/Guadeloupe"],
  ["97133", "America/Guadeloupe"],
  ["97150", "America/Guadeloupe"],
  ["97700", "America/Guadeloupe"],
  ["97800", "America/Guadeloupe"],
  ["97200", "America/Martinique"],
  ["97300", "America/Cayenne"],
  ["97400", "Indian/Reunion"],
  ["97500", "America/Miquelon"],
  ["97600", "Indian/Mayotte"],
  ["98600", "Pacific/Wallis"],
  ["98714", "Pacific/Tahiti"],
  ["98800", "Pacific/Noumea"],
  ["75011", PARIS],
  ["20090", PARIS],
  ["09710", PARIS],
  ["98000", PARIS],
  ["", PARIS],
  [undefined, PARIS],
])("knows by which clocks a place goes: %s, %s", (code, zone) => {
  expect(zoneOf(code)).toBe(zone);
});

it("tells the day and the hour that clocks show", () => {
  const instant = Date.parse("2027-06-13T00:00:00Z");
  expect(shownAt(instant, PARIS)).toEqual({ day: "2027-06-13", hour: 2 });
  expect(shownAt(instant, "America/Guadeloupe")).toEqual({ day: "2027-06-12", hour: 20 });
  expect(shownAt(instant, "Pacific/Noumea")).toEqual({ day: "2027-06-13", hour: 11 });
  expect(aheadOfUtc(instant, "Pacific/Tahiti")).toBe(-10 * 3_600_000);
  expect(() => shownAt(8.64e15, PARIS)).toThrow(RangeError);
});

it.each([
  [PARIS, "2027-03-28T00:00:00Z", "2027-03-27T23:00:00.000Z"],
  [PARIS, "2027-03-28T12:00:00Z", "2027-03-28T10:00:00.000Z"],
  [PARIS, "2027-10-31T00:00:00Z", "2027-10-30T22:00:00.000Z"],
  [PARIS, "2027-10-31T12:00:00Z", "2027-10-31T11:00:00.000Z"],
  ["Pacific/Wallis", "2027-06-12T00:00:00Z", "2027-06-11T12:00:00.000Z"],
])("tells when the clocks of %s show %s", (zone, figures, instant) => {
  expect(new Date(instantOfFigures(Date.parse(figures), zone)).toISOString()).toBe(instant);
});
