import { expect, it } from "vitest";
import { addDays } from "~/platform/days";
import { NO_RULES, type TimeRules } from "~/rules/time-rules";
import { stayShortcuts } from "./stay-shortcuts";

/** Of a venue rented by the day, on the day before `tomorrow`. */
const shortcuts = (tomorrow: string, rules: TimeRules = NO_RULES) =>
  stayShortcuts({ period: "Day", today: addDays(tomorrow, -1), rules });

it.each([
  // A Monday, a Saturday and a Sunday.
  ["2027-06-07", ["2027-06-12", "2027-06-13"], ["2027-06-19", "2027-06-20"]],
  ["2027-06-12", ["2027-06-12", "2027-06-13"], ["2027-06-19", "2027-06-20"]],
  ["2027-06-13", ["2027-06-13", "2027-06-13"], ["2027-06-19", "2027-06-20"]],
])("weekends from %s on", (earliest, thisOne, nextOne) => {
  const { weekend, nextWeekend } = shortcuts(earliest);
  const period = ([start, end]: string[]) => ({ start, end });
  expect(weekend).toMatchObject({ period: period(thisOne) });
  expect(nextWeekend).toMatchObject({ period: period(nextOne) });
});

it("tomorrow, and what is left of the month", () => {
  expect(shortcuts("2027-02-27")).toMatchObject({
    tomorrow: { text: "Demain", period: { start: "2027-02-27", end: "2027-02-27" } },
    month: { text: "Ce mois-ci", period: { start: "2027-02-27", end: "2027-02-28" } },
  });
});

it("nothing of a month on its last day, and none of the next", () => {
  expect(Object.keys(shortcuts("2027-02-28"))).toContain("month");
  expect(Object.keys(shortcuts("2027-03-01"))).toEqual(["tomorrow", "weekend", "nextWeekend"]);
});

it.each([
  ["notice", { minimumNotice: 5 }, ["weekend", "nextWeekend", "month"]],
  ["a closed day of the week", { closedWeekdays: ["dimanche"] }, ["tomorrow"]],
  ["a shortest stay", { shortestStay: 2 }, ["weekend", "nextWeekend", "month"]],
  ["a longest stay", { longestStay: 2 }, ["tomorrow", "weekend", "nextWeekend"]],
] as const)("leaves out what %s does not allow", (_, rules, left) => {
  expect(Object.keys(shortcuts("2027-06-07", rules))).toEqual(left);
});

it("starts what is left of the month with the first day that can be had", () => {
  const { month } = shortcuts("2027-06-07", { minimumNotice: 5 });
  expect(month).toMatchObject({ period: { start: "2027-06-11", end: "2027-06-30" } });
});
