import { expect, it } from "vitest";
import { isDay } from "~/platform/days";
import { isNoticeInTime, TERMS_SINCE, TERMS_VERSION_TEXT } from "./terms";

it("has a version that is a day, which the pages of the terms say", () => {
  expect(isDay(TERMS_SINCE)).toBe(true);
  expect(TERMS_VERSION_TEXT).toMatch(/^Version du \d\d\/\d\d\/\d{4}, en vigueur depuis ce jour\.$/);
});

it.each([
  ["2026-11-30T12:00:00Z", "2026-12-15", true],
  ["2026-11-30T12:00:00Z", "2026-12-14", false],
  // The first of December already, in Paris.
  ["2026-11-30T23:30:00Z", "2026-12-15", false],
  ["2026-11-30T23:30:00Z", "2026-12-16", true],
])("told at %s of terms from %s on: in time %s", (toldBy, from, is) => {
  expect(isNoticeInTime(from, new Date(toldBy))).toBe(is);
});
