import { describe, expect, it } from "vitest";
import type { ReservationState } from "@models/enumerations";
import { todayInParis } from "~/platform/days";
import {
  answerDeadline,
  canCancel,
  effectiveState,
  holdDeadline,
  isStayOver,
  latestAnswer,
  listStateOf,
} from "./reservation-states";

describe("a stay", () => {
  it.each([
    ["2026-11-21", "PM", "2026-11-21T23:00:00.000Z"],
    ["2026-11-21", "AM", "2026-11-21T11:00:00.000Z"],
    ["2027-06-11", "PM", "2027-06-11T22:00:00.000Z"],
    ["2027-06-11", "AM", "2027-06-11T10:00:00.000Z"],
  ] as const)("whose last half day is %s %s is over at %s", (endDate, endSlot, instant) => {
    const over = new Date(instant);
    expect(isStayOver(over, { endDate, endSlot })).toBe(true);
    expect(isStayOver(new Date(over.getTime() - 1), { endDate, endSlot })).toBe(false);
  });
});

describe("what lists are narrowed to", () => {
  const now = new Date("2026-11-21T10:00:00.000Z");
  const listed = (status: ReservationState, dates = {}) =>
    listStateOf({ status, endDate: "2027-06-13", ...dates }, now, "2026-11-21");

  it.each([
    ["hold", "hold"],
    ["pending", "pending"],
    // Between a decision and its payment it is listed as people know it.
    ["capturing", "pending"],
    ["confirmed", "confirmed"],
    ["ended", "ended"],
    ["cancelling", "cancelled"],
    ["cancelled", "cancelled"],
    // What came to nothing, and what became another's, is in no list.
    ["dead", null],
    ["joined", null],
  ] as const)("%s is listed under %s", (status, under) => {
    expect(listed(status)).toBe(under);
  });

  it("goes by the deadlines, whether or not a job has noticed them", () => {
    expect(listed("hold", { holdUntil: now })).toBeNull();
    expect(listed("pending", { answerBy: now })).toBe("cancelled");
    expect(listed("confirmed", { endDate: "2026-11-20" })).toBe("ended");
  });
});

describe("effectiveState", () => {
  const now = new Date("2026-11-21T10:00:00.000Z");
  const today = todayInParis(now);
  const before = new Date(now.getTime() - 1);
  const after = new Date(now.getTime() + 1);
  const endDate = "2027-06-13";
  const until = (day: string, endSlot: "AM" | "PM" = "PM") => ({ endDate: day, endSlot });
  const read = (status: ReservationState, extra = {}) =>
    effectiveState({ status, endDate, ...extra }, now, today);

  it("gives 30 minutes to pay and 24 hours to answer", () => {
    expect(holdDeadline(now).toISOString()).toBe("2026-11-21T10:30:00.000Z");
    expect(answerDeadline(now, until("2026-11-22")).toISOString()).toBe("2026-11-22T10:00:00.000Z");
  });

  it("asks for an answer before the last day is over, in Paris", () => {
    expect(answerDeadline(now, until("2026-11-21")).toISOString()).toBe("2026-11-21T23:00:00.000Z");
    const summer = new Date("2027-06-10T12:00:00Z");
    expect(answerDeadline(summer, until("2027-06-10")).toISOString()).toBe(
      "2027-06-10T22:00:00.000Z",
    );
  });

  it("lets an answer be put off while the authorisation lasts, and the days are not over", () => {
    expect(latestAnswer(now, until("2026-12-31")).toISOString()).toBe("2026-11-27T10:00:00.000Z");
    expect(latestAnswer(now, until("2026-11-22")).toISOString()).toBe("2026-11-22T23:00:00.000Z");
  });

  it.each([
    ["winter", "2026-11-22", "2026-11-22T11:00:00.000Z"],
    ["summer", "2027-06-10", "2027-06-10T10:00:00.000Z"],
    ["the night in which the clocks go forward", "2026-03-29", "2026-03-29T10:00:00.000Z"],
  ])("asks for the answer about a morning by noon in Paris, in %s", (_when, day, noon) => {
    const eve = new Date(new Date(noon).getTime() - 23 * 3_600_000);
    expect(answerDeadline(eve, until(day, "AM")).toISOString()).toBe(noon);
    expect(latestAnswer(eve, until(day, "AM")).toISOString()).toBe(noon);
  });

  it("reads a hold past its time as dead", () => {
    expect(read("hold", { holdUntil: after })).toBe("hold");
    expect(read("hold", { holdUntil: now })).toBe("dead");
    expect(read("hold", { holdUntil: before })).toBe("dead");
    expect(read("hold", { holdUntil: null })).toBe("hold");
  });

  it("reads a request unanswered in time as cancelled", () => {
    expect(read("pending", { answerBy: after })).toBe("pending");
    expect(read("pending", { answerBy: now })).toBe("cancelled");
    expect(read("pending", { answerBy: before })).toBe("cancelled");
    expect(read("pending")).toBe("pending");
  });

  it("reads a confirmed one as ended from the day after its last day, in Paris", () => {
    expect(read("confirmed", { endDate: "2026-11-21" })).toBe("confirmed");
    expect(read("confirmed", { endDate: "2026-11-20" })).toBe("ended");
    const lastMoment = new Date("2026-11-21T22:59:59.999Z");
    const midnight = new Date("2026-11-21T23:00:00.000Z");
    const stay = { status: "confirmed", endDate: "2026-11-21" } as const;
    expect(effectiveState(stay, lastMoment, todayInParis(lastMoment))).toBe("confirmed");
    expect(effectiveState(stay, midnight, todayInParis(midnight))).toBe("ended");
  });

  it("leaves every other state as it is, whatever its dates", () => {
    const past = { holdUntil: before, answerBy: before, endDate: "2026-01-01" };
    for (const status of ["dead", "capturing", "cancelling", "cancelled", "ended"] as const) {
      expect(read(status, past)).toBe(status);
    }
    expect(read("pending", { holdUntil: before, answerBy: after })).toBe("pending");
    expect(read("confirmed", { holdUntil: before, answerBy: before })).toBe("confirmed");
  });

  it("no longer lets anybody cancel what reads as over", () => {
    expect(canCancel(read("pending", { answerBy: before }))).toBe(false);
    expect(canCancel(read("confirmed", { endDate: "2026-11-20" }))).toBe(false);
  });
});
