import { describe, expect, it } from "vitest";
import { deadlineText } from "./deadline-words";

/** 14 h 35 in Paris. */
const now = new Date("2026-11-20T13:35:00Z");
const at = (text: string) => new Date(text);

describe("deadlineText", () => {
  it.each([
    [null, "aucune"],
    ["2026-11-19T22:30:00Z", "dépassée depuis hier (19/11/2026)"],
    ["2026-11-17T10:00:00Z", "dépassée depuis 3\u00a0jours (17/11/2026)"],
    ["2026-11-20T09:00:00Z", "dépassée aujourd’hui (20/11/2026 à 10\u00a0h)"],
    ["2026-11-20T17:00:00Z", "aujourd’hui, 20/11/2026 à 18\u00a0h"],
    ["2026-11-20T23:30:00Z", "demain, 21/11/2026 à 0\u00a0h\u00a030"],
    ["2026-11-25T10:00:00Z", "25/11/2026 (dans 5\u00a0jours)"],
  ])("of %s is %s", (deadline, text) => {
    expect(deadlineText(deadline === null ? null : at(deadline), now)).toBe(text);
  });
});
