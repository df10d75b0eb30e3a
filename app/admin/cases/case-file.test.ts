import { describe, expect, it } from "vitest";
import { ageText, urgencyOf } from "./case-file";

/** 14 h 35 in Paris. */
const now = new Date("2026-11-20T13:35:00Z");
const at = (text: string) => new Date(text);

describe("urgencyOf", () => {
  it.each([
    [null, "none"],
    ["2026-11-20T13:35:00Z", "late"],
    ["2026-11-20T13:35:01Z", "today"],
    ["2026-11-21T13:35:00Z", "today"],
    ["2026-11-21T13:35:01Z", "week"],
    ["2026-11-27T13:35:00Z", "week"],
    ["2026-11-27T13:35:01Z", "none"],
  ])("of %s is %s", (deadline, urgency) => {
    expect(urgencyOf(deadline === null ? null : at(deadline), now)).toBe(urgency);
  });
});

describe("ageText", () => {
  it.each([
    ["2026-11-20T13:35:30Z", "0\u00a0min"],
    ["2026-11-20T12:50:00Z", "45\u00a0min"],
    ["2026-11-19T15:35:00Z", "22\u00a0h"],
    ["2026-11-19T13:35:00Z", "1\u00a0jour"],
    ["2026-11-14T13:35:00Z", "6\u00a0jours"],
  ])("since %s is %s", (since, text) => {
    expect(ageText(at(since), now)).toBe(text);
  });
});
