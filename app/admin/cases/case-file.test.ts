import { describe, expect, it } from "vitest";
import { ageText, isCut, queueFilePath, queuePath, urgencyOf } from "./case-file";

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

it("may have left out cases of a kind of which as many as are looked up are found", () => {
  expect([isCut(99, 100), isCut(100, 100)]).toEqual([false, true]);
});

it("has an address for each page of the queue, and a file of all of them", () => {
  const filters = { nature: "mail", charge: "" } as const;
  expect(queuePath({ nature: "", charge: "" })).toBe("/admin/a-traiter");
  expect(queuePath(filters, 1)).toBe("/admin/a-traiter?nature=mail");
  expect(queuePath(filters, 3)).toBe("/admin/a-traiter?nature=mail&page=3");
  expect(queueFilePath(filters)).toBe("/admin/a-traiter.csv?nature=mail");
});
