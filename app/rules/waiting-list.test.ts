import { Types } from "mongoose";
import { describe, expect, test } from "vitest";
import { addMinutes, parisMidnight, parseParisTime, type Day } from "~/platform/days";
import type { StayTerms } from "./calendar";
import {
  isTooShortToOffer,
  leftOpen,
  morningAfter,
  nextInLine,
  nextLook,
  offerDeadline,
  offerKey,
  offerName,
  prospectOf,
  slotsWished,
  waitsUntil,
} from "./waiting-list";

const now = new Date("2027-05-03T10:00:00Z");
const wish = {
  startDate: "2027-06-11",
  endDate: "2027-06-12",
  startSlot: "AM",
  endSlot: "PM",
} as const;
const terms = (fields: Partial<StayTerms> = {}): StayTerms => ({
  ...{ period: "Day", today: "2027-05-03", rules: {} },
  ...fields,
});

describe("an offer", () => {
  test("is held for two hours, and never into its first day", () => {
    expect(offerDeadline(now, "2027-06-11")).toEqual(addMinutes(now, 120));
    const evening = new Date("2027-06-10T21:00:00Z");
    expect(offerDeadline(evening, "2027-06-11")).toEqual(parisMidnight("2027-06-11"));
  });

  test("is made only while there is as much time left as anybody has to pay", () => {
    const until = parisMidnight("2027-06-11");
    expect(isTooShortToOffer(addMinutes(until, -30), until)).toBe(false);
    expect(isTooShortToOffer(addMinutes(until, -29), until)).toBe(true);
  });

  test("that cannot be made yet is looked at again after a quarter of an hour, or when it can be", () => {
    expect(nextLook(now)).toEqual(addMinutes(now, 15));
    expect(nextLook(now, addMinutes(now, 10))).toEqual(addMinutes(now, 10));
    expect(nextLook(now, addMinutes(now, 1_440))).toEqual(addMinutes(now, 15));
  });
});

describe("at night", () => {
  const paris = (time: string) => parseParisTime(time)!;

  test.each([
    ["2027-06-01T21:59", null],
    ["2027-06-01T22:00", "2027-06-02T08:00"],
    ["2027-06-02T00:00", "2027-06-02T08:00"],
    ["2027-06-02T07:59", "2027-06-02T08:00"],
    ["2027-06-02T08:00", null],
    // As the clocks are changed.
    ["2027-03-27T23:30", "2027-03-28T08:00"],
    ["2027-10-31T01:30", "2027-10-31T08:00"],
  ])("%s is followed by the morning %s", (time, morning) => {
    expect(morningAfter(paris(time))).toEqual(morning && paris(morning));
  });

  const waits = (time: string, left: object = {}, rules: StayTerms["rules"] = {}) =>
    waitsUntil({ ...wish, ...left }, terms({ today: time.slice(0, 10), rules }), paris(time));

  test("an offer waits for the morning, and by day for nothing", () => {
    expect(waits("2027-06-01T12:00")).toBeNull();
    for (const time of ["2027-06-01T22:00", "2027-06-02T07:59"]) {
      expect(waits(time)).toEqual(paris("2027-06-02T08:00"));
    }
    // Two days before they begin.
    expect(waits("2027-06-09T23:00")).toEqual(paris("2027-06-10T08:00"));
  });

  test("what in the morning could be offered no more is offered at once", () => {
    expect(waits("2027-06-10T23:00")).toBeNull();
    const notice = [{ noticeThen: 5 }, { minimumNotice: 5 }] as const;
    expect(waits("2027-06-06T23:00", ...notice)).toBeNull();
    expect(waits("2027-06-05T23:00", ...notice)).toEqual(paris("2027-06-06T08:00"));
  });
});

test("each offer of a wish has a name and a hold of its own, the first those that it had before any came back", () => {
  const _id = new Types.ObjectId("00000000000000000000002a");
  const named = [{ _id }, { _id, timesBack: 0 }, { _id, timesBack: 2 }];
  expect(named.map((one) => [offerName(one), offerKey(one)])).toEqual([
    ["00000000000000000000002a", "attente:00000000000000000000002a"],
    ["00000000000000000000002a", "attente:00000000000000000000002a"],
    ["00000000000000000000002a:2", "attente:00000000000000000000002a:2"],
  ]);
});

describe("half days that offers hold in vain", () => {
  const heldFor = (minutes: number, ago: number, slots = ["a"]) => ({
    ...{ slots, from: addMinutes(now, -ago) },
    until: addMinutes(now, minutes - ago),
  });

  test("are left open to everybody after six hours of a day", () => {
    const twice = [heldFor(120, 400), heldFor(120, 280)];
    expect(leftOpen([...twice, heldFor(119, 160)], now)).toEqual(new Set());
    expect(leftOpen([...twice, heldFor(120, 160)], now)).toEqual(new Set(["a"]));
  });

  test("count each by itself, and for what of it was within the last 24 hours", () => {
    const vain = [heldFor(120, 400, ["a", "b"]), heldFor(120, 280, ["b"]), heldFor(120, 160)];
    expect(leftOpen(vain, now)).toEqual(new Set());
    expect(leftOpen([...vain, heldFor(121, 1_561)], now)).toEqual(new Set());
    expect(leftOpen([...vain, heldFor(121, 1_501)], now)).toEqual(new Set());
    expect(leftOpen([...vain, heldFor(121, 1_441)], now)).toEqual(new Set(["a"]));
    // It was over before they began: less than nothing is not counted.
    expect(leftOpen([...vain, heldFor(120, 1_440), heldFor(60, 2_880)], now)).toEqual(
      new Set(["a"]),
    );
  });
});

describe("who is next", () => {
  const line = [
    { name: "first", slots: ["a", "b"] },
    { name: "second", slots: ["b"] },
    { name: "third", slots: ["c"] },
  ];

  test("is the first in line all of whose half days are free", () => {
    expect(nextInLine(line, new Set())?.name).toBe("first");
    expect(nextInLine(line, new Set(["a"]))?.name).toBe("second");
    expect(nextInLine(line, new Set(["b"]))?.name).toBe("third");
  });

  test("is nobody where each lacks one", () => {
    expect(nextInLine(line, new Set(["b", "c"]))).toBeNull();
    expect(nextInLine([], new Set())).toBeNull();
  });
});

test("a wish needs its days with the preparation around them", () => {
  const venue = new Types.ObjectId();
  const wished = { ...wish, venue, period: "Day" } as const;
  const ids = slotsWished(wished, { preparationBefore: 1, preparationAfter: 1 });
  expect(ids.map((id) => id.slice(25))).toEqual([
    ...["2027-06-10:PM", "2027-06-11:AM", "2027-06-11:PM"],
    ...["2027-06-12:AM", "2027-06-12:PM", "2027-06-13:AM"],
  ]);
  expect(ids[0]).toContain(venue.toString());
});

describe("what becomes of a wish", () => {
  test("is its stay, as long as the rules allow it", () => {
    expect(prospectOf(wish, terms())).toEqual({ ...wish, period: "Day" });
  });

  test("is nothing any more once it begins too soon", () => {
    expect(prospectOf(wish, terms({ today: "2027-06-11" }))).toBe("never");
    const [left, rules] = [{ ...wish, noticeThen: 7 }, { minimumNotice: 7 }];
    expect(prospectOf(left, terms({ today: "2027-06-04", rules }))).toEqual(expect.any(Object));
    expect(prospectOf(left, terms({ today: "2027-06-05", rules }))).toBe("never");
  });

  test("is left open while the venue asks for more notice than when it was left: that may be a mistake", () => {
    const left = { ...wish, noticeThen: 7 };
    expect(prospectOf(left, terms({ rules: { minimumNotice: 60 } }))).toBe("later");
    // By a day, on the very day that is one too few.
    const raised = { today: "2027-06-04", rules: { minimumNotice: 8 } };
    expect(prospectOf(left, terms(raised))).toBe("later");
  });

  test("is nothing any more once its days are too near by the notice of either time, on whatever day it is looked at", () => {
    const left = { ...wish, noticeThen: 7 };
    const on = (today: string, minimumNotice?: number) =>
      prospectOf(left, terms({ today, rules: minimumNotice ? { minimumNotice } : {} }));
    for (const today of ["2027-06-05", "2027-06-08"]) {
      expect(on(today, 7)).toBe("never");
      expect(on(today, 60)).toBe("never");
      expect(on(today)).toEqual(expect.any(Object));
    }
    expect(on("2027-06-09", 3)).toBe("never");
  });

  test("of which it is not known what notice it was left under is nothing any more once its days begin", () => {
    const on = (today: Day) => prospectOf(wish, terms({ today, rules: { minimumNotice: 60 } }));
    expect([on("2027-05-03"), on("2027-06-10"), on("2027-06-11")]).toEqual([
      ...["later", "later", "never"],
    ]);
  });

  test("is left open while the venue rents in another way: its rules may change again", () => {
    expect(prospectOf(wish, terms({ rules: { shortestStay: 3 } }))).toBe("later");
    expect(prospectOf({ ...wish, startSlot: "PM" }, terms())).toBe("later");
    expect(prospectOf({ ...wish, startSlot: "PM" }, terms({ period: "Half" }))).toMatchObject({
      startSlot: "PM",
    });
  });
});
