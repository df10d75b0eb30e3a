import { describe, expect, it } from "vitest";
import type { Actor, DatesStep } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import {
  datesTexts,
  timesChanged,
  wasAgreedLast,
  wasChangedLastBy,
  wasWithdrawnLast,
  whyNoneWait,
} from "./change-of-dates";

/** A line of a history that has nothing to do with dates. */
const line = {
  state: "confirmed",
  at: new Date("2027-06-04T10:00:00Z"),
  by: "buyer",
  why: "Essai",
};

/** A history of a reservation whose dates had these steps, between lines that are of other things. */
function historyOf(...steps: (DatesStep | { step: DatesStep; by: Actor })[]) {
  const told = steps.map((one) => {
    const { step, by } = typeof one === "string" ? { step: one, by: line.by } : one;
    return { ...line, by, dates: { step, from: "le 11/06/2027", to: "le 12/06/2027" } };
  });
  return { history: [line, ...told, line] as Reservation["history"] };
}

it("counts the changes that were made, not those that were asked for", () => {
  expect(timesChanged(historyOf("asked", "changed", "asked"))).toBe(1);
  expect(timesChanged(historyOf("changed", "asked", "changed"))).toBe(2);
  expect(timesChanged(historyOf())).toBe(0);
});

it.each([
  ["the owner's yes", ["asked", "changed"], "already_answered"],
  ["their no", ["asked", "refused"], "already_answered"],
  [
    "their no to others, after none to the first",
    ["asked", "unanswered", "asked", "refused"],
    "already_answered",
  ],
  ["their yes to dearer ones", ["asked", "agreed"], "already_answered"],
  ["what was not paid after a yes", ["asked", "agreed", "unpaid"], "already_answered"],
  ["what money undid after a yes", ["asked", "agreed", "outdated"], "already_answered"],
  ["money that came before an answer", ["asked", "outdated"], "change_overtaken"],
  ["money that came before a second answer", ["changed", "asked", "outdated"], "change_overtaken"],
  ["the deadline", ["asked", "unanswered"], "answer_not_awaited"],
  ["their buyer's second thought", ["asked", "withdrawn"], "answer_not_awaited"],
  ["a deadline that no job has noticed, or a cancellation", ["asked"], "answer_not_awaited"],
  ["no wish at all", [], "answer_not_awaited"],
] as const)("dates wait for no answer after %s, and it is said why", (_, steps, why) => {
  expect(whyNoneWait(historyOf(...steps))).toBe(why);
});

describe("the last that was heard of other dates", () => {
  it.each([
    [["asked", "agreed"], true, false],
    [["asked", "agreed", "unpaid"], false, false],
    [["asked", "withdrawn"], false, true],
    [["asked", "withdrawn", "asked"], false, false],
    [["changed"], false, false],
    [[], false, false],
  ] as const)(
    "after %j is a yes to dearer ones: %s, or that they are not wanted: %s",
    (...given) => {
      const [steps, isAgreed, isWithdrawn] = given;
      const history = historyOf(...steps);
      expect([wasAgreedLast(history), wasWithdrawnLast(history)]).toEqual([isAgreed, isWithdrawn]);
    },
  );

  it("is who changed them, if they were changed", () => {
    const changed = (by: Actor) => ({ step: "changed", by }) as const;
    const whose = (history: Pick<Reservation, "history">) =>
      (["buyer", "owner", "system"] as const).filter((by) => wasChangedLastBy(history, by));
    expect(whose(historyOf(changed("buyer")))).toEqual(["buyer"]);
    expect(whose(historyOf(changed("buyer"), changed("owner")))).toEqual(["owner"]);
    expect(whose(historyOf(changed("buyer"), "asked"))).toEqual([]);
    expect(whose(historyOf("withdrawn"))).toEqual([]);
    expect(whose(historyOf())).toEqual([]);
  });
});

describe("from which dates to which", () => {
  const made = { startDate: "2027-06-11", endDate: "2027-06-13", startSlot: "PM", endSlot: "PM" };
  const wanted = { startDate: "2027-06-20", endDate: "2027-06-20" };

  it("is told with the half days that are meant, where half days are rented", () => {
    const reservation = { ...made, period: "Half" } as Reservation;
    expect(datesTexts(reservation, { ...wanted, startSlot: "AM", endSlot: "AM" })).toEqual({
      from: "du 11/06/2027 (après\u2011midi) au 13/06/2027",
      to: "le 20/06/2027 (matin)",
    });
  });

  it("is told in days where days are", () => {
    const reservation = { ...made, startSlot: "AM", period: "Day" } as Reservation;
    expect(datesTexts(reservation, { ...wanted, startSlot: "AM", endSlot: "PM" })).toEqual({
      from: "du 11/06/2027 au 13/06/2027",
      to: "le 20/06/2027",
    });
  });
});
