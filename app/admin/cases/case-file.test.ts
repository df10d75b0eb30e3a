import { describe, expect, it } from "vitest";
import { ageText, CASES_OF_A_KIND, isCut, urgencyOf } from "./case-file";

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
    ["2026-11-20T12:35:01Z", "59\u00a0min"],
    ["2026-11-20T12:35:00Z", "1\u00a0h"],
    ["2026-11-19T15:35:00Z", "22\u00a0h"],
    ["2026-11-19T14:05:00Z", "23\u00a0h"],
    ["2026-11-19T13:36:00Z", "23\u00a0h"],
    ["2026-11-19T13:35:00Z", "1\u00a0jour"],
    ["2026-11-18T13:36:00Z", "1\u00a0jour"],
    ["2026-11-18T13:35:00Z", "2\u00a0jours"],
    ["2026-11-14T13:35:00Z", "6\u00a0jours"],
    // Of a clock that is a little behind.
    ["2026-11-20T13:35:30Z", "0\u00a0min"],
  ])("since %s is %s", (since, text) => {
    expect(ageText(at(since), now)).toBe(text);
  });
});

it("may have left out cases of a kind of which as many as are shown are found", () => {
  const counts = [CASES_OF_A_KIND - 1, CASES_OF_A_KIND];
  expect([...counts.map(isCut), CASES_OF_A_KIND]).toEqual([false, true, 100]);
});
