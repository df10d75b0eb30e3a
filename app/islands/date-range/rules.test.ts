import { expect, it } from "vitest";
import { firstDayBarred, firstFreeDay, rulesOf } from "./rules";
import { dayOf, dateOf, namesIn } from "./names";
import { faultsOf } from "./check-options";
import { knownLocale } from "~/ui/date-range/options";

const NO_WORDS = { taken: "", closed: "" };
const base = { id: "dates", label: "Dates" };
const closed = [{ startDate: "2027-03-10", endDate: "2027-03-12" }];

it("finds the first day that can be had", () => {
  const rules = rulesOf({ ...base, disabledDates: closed, min: "2027-03-10" }, NO_WORDS);
  expect(firstFreeDay(rules, "2026-01-01")).toBe("2027-03-13");
  expect(firstFreeDay(rulesOf(base, NO_WORDS), "2026-01-01")).toBe("2026-01-01");
  expect(firstFreeDay(rulesOf({ ...base, max: "2025-05-05" }, NO_WORDS), "2026-01-01")).toBe(
    "2025-05-05",
  );
});

it("looks for a day that can be had as far as days are offered, 400 days where there is no last one", () => {
  const long = [{ startDate: "2027-01-01", endDate: "2028-02-29" }];
  const open = rulesOf({ ...base, disabledDates: long, max: "2028-06-30" }, NO_WORDS);
  expect(firstFreeDay(open, "2027-01-01")).toBe("2028-03-01");
  const shut = rulesOf({ ...base, disabledDates: long, max: "2028-02-29" }, NO_WORDS);
  expect(firstFreeDay(shut, "2027-01-01")).toBe("2027-01-01");
  const endless = [{ startDate: "2027-01-01", endDate: "9999-12-31" }];
  const never = rulesOf({ ...base, disabledDates: endless }, NO_WORDS);
  expect(firstFreeDay(never, "2027-01-01")).toBe("2027-01-01");
});

it("knows before which day a range has to end", () => {
  const rules = rulesOf({ ...base, disabledDates: closed }, NO_WORDS);
  expect(firstDayBarred(rules, "2027-03-01")).toBe("2027-03-10");
  expect(firstDayBarred(rules, "2027-03-13")).toBeNull();
});

it("turns days into dates and back, whatever the clocks do", () => {
  for (const day of ["2027-03-28", "2027-10-31", "2028-02-29", "2027-01-01"]) {
    expect(dayOf(dateOf(day))).toBe(day);
  }
});

it("names days and months in a locale, and its direction", () => {
  const french = namesIn("fr");
  expect(french.day("2026-12-05")).toBe("samedi 5 décembre 2026");
  expect(french.day("2026-12-01")).toBe("mardi 1er décembre 2026");
  expect(french.dayButton("2026-12-01")).toBe("mardi 1 décembre 2026");
  expect(french.monthOfYear("2027-03")).toBe("mars 2027");
  expect([french.direction, namesIn("ar-EG").direction]).toEqual(["ltr", "rtl"]);
});

it("falls back to English for a locale that is empty or unknown", () => {
  expect([undefined, "", "xx", "not a locale", "fr-CA"].map(knownLocale)).toEqual([
    ...["en", "en", "en", "en", "fr-CA"],
  ]);
});

it("knows at least 120 locales", () => {
  const languages = Array.from({ length: 26 ** 2 }, (_, index) =>
    String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26)),
  );
  const regions = ["ar-DZ", "ar-EG", "ar-SA", "ar-TN", "de-AT", "de-CH", "en-AU", "en-CA", "en-GB"];
  const known = [...languages, ...regions].filter((locale) => knownLocale(locale) === locale);
  expect(known.length).toBeGreaterThanOrEqual(120);
});

it("tells the developer what is wrong with the options", () => {
  expect(faultsOf({ ...base, min: "2027-02-30", max: "soon", locale: "" })).toEqual([
    "Date range dates: min is no day: 2027-02-30",
    "Date range dates: max is no day: soon",
    "Date range dates: locale is empty, en is used",
  ]);
  expect(faultsOf({ ...base, min: "2027-02-28", startWeekOn: "monday" })).toEqual([]);
});
