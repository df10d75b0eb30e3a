import { describe, expect, it } from "vitest";
import { PRIVACY_KINDS } from "@models/enumerations";
import { endOf, lastDay, mayExtend, ownRequestText } from "./privacy-words";

describe("lastDay", () => {
  it.each([
    ["2026-11-20", false, "2026-12-20"],
    ["2027-01-31", false, "2027-02-28"],
    ["2026-12-31", false, "2027-01-31"],
    ["2026-11-30", true, "2027-02-28"],
    ["2026-11-20", true, "2027-02-20"],
  ])("after %s (more time: %s) is %s", (receivedOn, isExtended, day) => {
    expect(lastDay(receivedOn, isExtended)).toBe(day);
  });
});

it("says of what day a request is before what it asks for, which may have a day of its own", () => {
  const texts = PRIVACY_KINDS.map((kind) => ownRequestText({ kind, receivedOn: "2027-06-01" }));
  expect(texts).toHaveLength(PRIVACY_KINDS.length);
  for (const text of texts) expect(text).toMatch(/^votre demande du 01\/06\/2027 (d|sur)/);
});

it("ends with the day in Paris, also when the clocks change", () => {
  expect(endOf("2026-12-20")).toEqual(new Date("2026-12-20T22:59:00Z"));
  expect(endOf("2027-03-28")).toEqual(new Date("2027-03-28T21:59:00Z"));
});

describe("more time", () => {
  const receivedOn = "2026-11-20";
  const atEnd = new Date("2026-12-20T22:59:30Z");

  it("can be taken until the first month's last minute", () => {
    expect(mayExtend({ receivedOn }, atEnd)).toBe(true);
    expect(mayExtend({ receivedOn }, new Date("2026-12-20T23:00:00Z"))).toBe(false);
  });

  it("is taken once, and for what waits", () => {
    expect(mayExtend({ receivedOn, extendedAt: atEnd }, atEnd)).toBe(false);
    expect(mayExtend({ receivedOn, outcome: "refused" }, atEnd)).toBe(false);
  });
});
