import { describe, expect, it } from "vitest";
import { addDays, addMinutes } from "~/platform/days";
import {
  deadlineOf,
  forgottenBefore,
  heldUnpaid,
  holdBound,
  isTooLongToHold,
  wishBound,
  type UnpaidHold,
} from "./hold-limits";

const now = new Date("2027-05-03T10:00:00Z");
const later = (minutes: number) => addMinutes(now, minutes);
const wanted = { venueId: "a", startDate: "2027-06-01", endDate: "2027-06-01" };

/** An unpaid hold of one day at another venue, with a quarter of an hour left. */
const hold = (fields: Partial<UnpaidHold> = {}): UnpaidHold => ({
  ...wanted,
  venueId: "b",
  until: later(15),
  endedAt: null,
  isOwn: true,
  ...fields,
});
const dead = (minutesAgo: number, fields: Partial<UnpaidHold> = {}) =>
  hold({ venueId: "a", endedAt: later(-minutesAgo), ...fields });
const days = (count: number) => ({ endDate: addDays(wanted.startDate, count - 1) });
const of = (count: number, made: (index: number) => UnpaidHold) =>
  Array.from({ length: count }, (_, index) => made(index));

describe("an account", () => {
  it("holds nothing: nothing bounds it", () => {
    expect(holdBound(wanted, [], now)).toBeNull();
  });

  it("has at most three unpaid holds, until the first of them ends", () => {
    const two = [hold(), hold({ venueId: "c", until: later(5) })];
    expect(holdBound(wanted, two, now)).toBeNull();
    const three = [...two, hold({ venueId: "d", until: later(25) })];
    expect(holdBound(wanted, three, now)).toEqual({ code: "holds_full", until: later(5) });
  });

  it("has no use for those that are over: dead, or past their time", () => {
    const over = [hold({ until: now }), hold({ endedAt: later(-1) })];
    expect(holdBound(wanted, [...over, hold(), hold({ venueId: "c" })], now)).toBeNull();
  });

  it("holds at most 31 days, until enough of them are free", () => {
    const holds = [hold({ ...days(10), until: later(20) }), hold({ ...days(20), until: later(9) })];
    expect(holdBound(wanted, holds, now)).toBeNull();
    expect(holdBound({ ...wanted, ...days(2) }, holds, now)).toEqual({
      code: "holds_days",
      until: later(9),
    });
    expect(holdBound({ ...wanted, ...days(22) }, holds, now)).toEqual({
      code: "holds_days",
      until: later(20),
    });
    expect(isTooLongToHold({ ...wanted, ...days(31) })).toBe(false);
    expect(isTooLongToHold({ ...wanted, ...days(32) })).toBe(true);
  });

  it.each([
    [[9], 1],
    [[10], null],
    [[40, 29], 1],
    [[40, 30], null],
    [[500, 400, 1_439], 1_040],
    [[1_500, 1_445, 1_440], null],
    [[1_600, 1_500, 1_445, 60], 1_380],
  ])("waits 10 minutes, then 30, then a day, after ends %j minutes ago", (ends, minutes) => {
    const holds = ends.map((minutesAgo) => dead(minutesAgo));
    const until = minutes === null ? null : { code: "hold_wait", until: later(minutes) };
    expect(holdBound(wanted, holds, now)).toEqual(until);
  });

  it("waits for nothing that is still held at the venue", () => {
    expect(holdBound(wanted, [hold({ venueId: "a" })], now)).toBeNull();
  });

  it("waits for the same venue alone, and from its deadline when its end was noticed late", () => {
    expect(holdBound(wanted, [dead(1, { venueId: "b" })], now)).toBeNull();
    expect(holdBound(wanted, [dead(0, { until: later(-9) })], now)).toMatchObject({
      until: later(1),
    });
    expect(forgottenBefore(now)).toEqual(later(-2_880));
  });
});

describe("an account that asks owners for other dates", () => {
  const held = (halfDays: number, minutes: number) => ({ halfDays, until: later(minutes) });

  it("holds at most 62 half days so, and unpaid, until enough of them are free", () => {
    expect(wishBound(62, [], now)).toBeNull();
    expect(wishBound(22, [held(40, 60)], now)).toBeNull();
    expect(wishBound(23, [held(40, 60)], now)).toEqual(later(60));
    expect(wishBound(23, [held(20, 60), held(20, 30)], now)).toEqual(later(30));
    expect(wishBound(43, [held(20, 60), held(20, 30)], now)).toEqual(later(60));
    expect(wishBound(62, [held(40, 0)], now)).toBeNull();
  });

  it("has its unpaid holds among them, as far as they are alive", () => {
    expect(heldUnpaid(hold({ ...days(3), until: later(5) }))).toEqual(held(6, 5));
    expect(heldUnpaid(dead(1))).toBeNull();
  });
});

describe("an address", () => {
  const others = { isOwn: false };

  it("has as much as four accounts: 12 holds", () => {
    const made = (index: number) =>
      hold({ ...others, venueId: `v${index}`, until: later(5 + index) });
    expect(holdBound(wanted, of(11, made), now)).toBeNull();
    expect(holdBound(wanted, of(12, made), now)).toEqual({
      code: "holds_address",
      until: later(5),
    });
  });

  it("and 124 days", () => {
    const made = () => hold({ ...others, ...days(31) });
    expect(holdBound({ ...wanted, ...days(31) }, of(3, made), now)).toBeNull();
    expect(holdBound(wanted, of(4, made), now)).toEqual({
      code: "holds_address",
      until: later(15),
    });
  });

  it("waits until the last of its bounds is gone", () => {
    // Twelve holds, the first of which ends in 5 minutes or in 15, and a wait of 7.
    const nothing = of(4, () => dead(3, others));
    for (const [first, until] of [
      [5, 7],
      [15, 15],
    ] as const) {
      const made = (index: number) => hold({ ...others, until: later(first + index) });
      expect(holdBound(wanted, [...nothing, ...of(12, made)], now)).toEqual({
        ...{ code: "holds_address", until: later(until) },
      });
    }
  });

  it("waits for a venue after each fourth hold there that came to nothing", () => {
    const made = () => dead(3, others);
    expect(holdBound(wanted, of(3, made), now)).toBeNull();
    expect(holdBound(wanted, of(4, made), now)).toEqual({ code: "holds_address", until: later(7) });
    expect(holdBound(wanted, of(8, made), now)).toEqual({
      code: "holds_address",
      until: later(27),
    });
  });
});

it("a hold that replaces others has the least time of them left", () => {
  expect(deadlineOf([], now)).toEqual(later(30));
  expect(deadlineOf([{ holdUntil: later(12) }, { holdUntil: later(20) }], now)).toEqual(later(12));
  expect(deadlineOf([{}, { holdUntil: later(45) }], now)).toEqual(later(30));
});
