import { expect, it } from "vitest";
import { shortcutsOf } from "./shortcuts";
import { wordsOf } from "./words";

const builtIn = wordsOf("en").builtIn;
const of = (list: Parameters<typeof shortcutsOf>[0], today = "2027-03-31") =>
  shortcutsOf(list, today, builtIn).map(({ text, start, end }) => `${text}: ${start} ${end}`);

it("has six of its own, the last seven days ending today", () => {
  expect(of(true)).toEqual([
    "Today: 2027-03-31 2027-03-31",
    "Yesterday: 2027-03-30 2027-03-30",
    "Last 7 days: 2027-03-25 2027-03-31",
    "Last 30 days: 2027-03-02 2027-03-31",
    "This month: 2027-03-01 2027-03-31",
    "Last month: 2027-02-01 2027-02-28",
  ]);
});

it("reaches back over the new year", () => {
  expect(of({ pastMonth: "Before" }, "2027-01-02")).toEqual(["Before: 2026-12-01 2026-12-31"]);
});

it("takes a list in the order of its keys, and of it only what is a period with words", () => {
  const spring = { text: "Spring", period: { start: "2027-03-20", end: "2027-06-20" } };
  const period = (start: string, end: string) => ({ text: "Never", period: { start, end } });
  expect(
    of({
      spring,
      today: "Now",
      reversed: period("2027-06-20", "2027-03-20"),
      unreal: period("2027-02-30", "2027-03-20"),
      nameless: { ...spring, text: "" },
      ...(JSON.parse(
        '{ "timeless": { "text": "x" }, "none": null, "endless": { "text": "x", "period": { "start": "2027-03-20" } }, "odd": 5 }',
      ) as object),
      other: "no shortcut of ours",
    }),
  ).toEqual(["Spring: 2027-03-20 2027-06-20", "Now: 2027-03-31 2027-03-31"]);
});

it("is empty without a list", () => {
  expect(of(undefined)).toEqual([]);
});
