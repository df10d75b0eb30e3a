import { describe, expect, it } from "vitest";
import { addCalendarInput, calendarUrl } from "./forms";

describe("the address of a calendar", () => {
  it.each([
    ["webcal://a.example/x.ics", "https://a.example/x.ics"],
    ["WEBCALS://a.example/x.ics", "https://a.example/x.ics"],
    ["http://a.example/x.ics", "http://a.example/x.ics"],
  ])("%s is read at %s", (typed, url) => expect(calendarUrl(typed)).toBe(url));

  it.each([
    ["webcal://a.example/x.ics", true],
    ["https://a.example/x.ics?key=1", true],
    ["a.example/x.ics", false],
    ["webcal://me:secret@a.example/", false],
    ["javascript:alert(1)", false],
    [" https://a.example/x.ics ", true],
    [`https://a.example/${"a".repeat(2_000 - 18)}`, true],
    [`https://a.example/${"a".repeat(2_001 - 18)}`, false],
  ])("%s may be typed: %s", (url, isFit) => {
    expect(addCalendarInput.schema.safeParse({ name: "Agenda", url }).success).toBe(isFit);
  });
});

describe("the name of a calendar", () => {
  const url = "https://a.example/x.ics";
  it.each([
    ["a".repeat(60), true],
    ["a".repeat(61), false],
    [" ", false],
  ])("%s may be typed: %s", (name, isFit) => {
    expect(addCalendarInput.schema.safeParse({ name, url }).success).toBe(isFit);
  });
});
