import { expect, it } from "vitest";
import { stayShortcuts } from "./stay-shortcuts";

it.each([
  // A Monday, a Saturday and a Sunday.
  ["2027-06-07", ["2027-06-12", "2027-06-13"], ["2027-06-19", "2027-06-20"]],
  ["2027-06-12", ["2027-06-12", "2027-06-13"], ["2027-06-19", "2027-06-20"]],
  ["2027-06-13", ["2027-06-13", "2027-06-13"], ["2027-06-19", "2027-06-20"]],
])("weekends from %s on", (earliest, thisOne, nextOne) => {
  const { weekend, nextWeekend } = stayShortcuts(earliest);
  const period = ([start, end]: string[]) => ({ start, end });
  expect(weekend).toMatchObject({ period: period(thisOne) });
  expect(nextWeekend).toMatchObject({ period: period(nextOne) });
});

it("tomorrow, and what is left of the month", () => {
  expect(stayShortcuts("2027-02-27")).toMatchObject({
    tomorrow: { text: "Demain", period: { start: "2027-02-27", end: "2027-02-27" } },
    month: { text: "Ce mois-ci", period: { start: "2027-02-27", end: "2027-02-28" } },
  });
});
