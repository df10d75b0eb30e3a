import { describe, expect, it } from "vitest";
import type { Actor, DatesStep } from "@models/enumerations";
import { addMinutes } from "~/platform/days";
import { nextChangeFrom } from "./change-limits";

const now = new Date("2027-05-03T10:00:00Z");
const DAY = 24 * 60;

/** Steps so many minutes ago, each by its actor, among what is no step of dates. */
function after(...steps: [step: DatesStep, minutesAgo: number, by?: Actor][]) {
  const history = steps.map(([step, minutesAgo, by = "system"]) => ({
    ...{ state: "confirmed" as const, at: addMinutes(now, -minutesAgo), by, why: "" },
    dates: { step, from: "", to: "" },
  }));
  return { history: [{ ...history[0]!, dates: undefined }, ...history] };
}
/** Wishes that ended so, as many minutes ago, asked for a minute before. */
const ended = (step: DatesStep, ...minutesAgo: number[]) =>
  after(
    ...minutesAgo.flatMap((ago): [DatesStep, number][] => [
      ["asked", ago + 1],
      [step, ago],
    ]),
  );
type Past = ReturnType<typeof after>;
const minutesLeft = (reservation: Past, ...others: Past[]) => {
  const until = nextChangeFrom(reservation, others, now);
  return until && (until.getTime() - now.getTime()) / 60_000;
};

describe("wishes for other dates that came to nothing", () => {
  it("leave a buyer who had none free to ask", () => {
    expect(nextChangeFrom({ history: [] }, [], now)).toBeNull();
    expect(minutesLeft(after(["asked", 5]))).toBeNull();
  });

  it.each([
    [[0], null],
    [[1, 0], null],
    // By the clock of another machine.
    [[-1, -2], null],
    [[2, 1, 0], 30],
    [[60, 50, 29], 1],
    [[60, 50, 30], null],
    [[60, 50, 40, 5], DAY - 5],
    [[9_000, 8_000, 7_000, 6_000, DAY], null],
    [[10_080, 9_000, 5], null],
    [[10_079, 9_000, 5], 25],
  ])(
    "wait for nothing twice, then 30 minutes, then a day, after ends %j minutes ago",
    (ends, left) => {
      expect(minutesLeft(ended("refused", ...ends))).toBe(left);
      expect(minutesLeft(ended("withdrawn", ...ends))).toBe(left);
    },
  );

  it("leave their days to anybody for 10 minutes from the deadline that passed without an answer", () => {
    expect(minutesLeft(after(["asked", DAY + 4], ["unanswered", 4]))).toBe(6);
    expect(minutesLeft(after(["asked", DAY + 10], ["unanswered", 10]))).toBeNull();
    // That was put off, for no mail had asked their owner.
    expect(minutesLeft(after(["asked", 2 * DAY + 4], ["unanswered", 4]))).toBe(6);
    // Its last day was shorter: the stay would have begun.
    expect(minutesLeft(after(["asked", 60], ["unanswered", 3]))).toBe(7);
    expect(minutesLeft(ended("unanswered", 5, 4, 3))).toBe(27);
  });

  it("count whether they were refused, left unanswered or withdrawn, whatever was said yes to between", () => {
    const three = after(
      ["asked", 9],
      ["refused", 9],
      ["asked", 8],
      ["changed", 8, "owner"],
      ["asked", 7],
      ["unanswered", 7],
      ["asked", 6],
      ["withdrawn", 6],
    );
    expect(minutesLeft(three)).toBe(24);
  });

  it("count together, whichever reservations of a buyer at the venue they were for", () => {
    const others = [ended("refused", 9, 3), ended("unanswered", 5)];
    expect(minutesLeft(after(["asked", DAY]), ...others)).toBe(27);
    expect(minutesLeft(ended("refused", 8), ended("unanswered", 5))).toBe(5);
  });

  it.each<[string, ...[DatesStep, number, Actor?][]]>([
    ["said yes to", ["asked", 2], ["changed", 1, "owner"]],
    ["said yes to, then paid", ["asked", 3], ["agreed", 2, "owner"], ["changed", 1, "buyer"]],
    ["said yes to, then given up", ["asked", 3], ["agreed", 2, "owner"], ["withdrawn", 1, "buyer"]],
    ["said yes to, then not paid", ["asked", 3], ["agreed", 2, "owner"], ["unpaid", 1]],
    ["overtaken by a refund", ["asked", 2], ["outdated", 1]],
  ])("are not those that were %s", (_, ...steps) => {
    expect(minutesLeft(after(...steps, ...steps, ...steps, ...steps))).toBeNull();
  });
});

it("changes that no owner is asked for count alike: each is told to both sides", () => {
  const changed: [DatesStep, number, Actor][] = [["changed", 1, "buyer"]];
  expect(minutesLeft(after(...changed, ...changed))).toBeNull();
  const three = after(...changed, ...changed, ...changed);
  expect(minutesLeft(three)).toBe(29);
  // Of each reservation for itself: who moves all of a season's makes as many.
  expect(minutesLeft(after(...changed), three, three)).toBeNull();
});
