import { withFirst, type Day } from "~/platform/days";
import type { Month } from "~/rules/month-grid";

/** Names of days and months in a locale, and the direction in which it is read. */
export interface Names {
  /** 'samedi 5 décembre 2026', 'mardi 1er décembre 2026' */
  day: (day: Day) => string;
  /** The same of its button, which is called by the number that stands on it: 'mardi 1 décembre 2026'. */
  dayButton: (day: Day) => string;
  /** 'décembre 2026' */
  monthOfYear: (month: Month) => string;
  /** 'décembre' */
  month: (month: Month) => string;
  /** 'samedi' and 'sam.' */
  weekday: (date: Date, length: "long" | "short") => string;
  direction: "ltr" | "rtl";
}

const RIGHT_TO_LEFT = ["ar", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"];

export function namesIn(locale: string): Names {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", calendar: "gregory", ...options });
  const day = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const inFull = locale.startsWith("fr") ? withFirst : String;
  // Each day on show is named at each move of the pointer.
  const days = new Map<Day, string>();
  const monthOfYear = format({ month: "long", year: "numeric" });
  const month = format({ month: "long" });
  const weekdays = { long: format({ weekday: "long" }), short: format({ weekday: "short" }) };
  const dayButton = (text: Day) => {
    const known = days.get(text) ?? day.format(Date.parse(text));
    days.set(text, known);
    return known;
  };
  return {
    day: (text) => inFull(dayButton(text)),
    dayButton,
    monthOfYear: (text) => monthOfYear.format(Date.parse(`${text}-01`)),
    month: (text) => month.format(Date.parse(`${text}-01`)),
    weekday: (date, length) => weekdays[length].format(Date.parse(dayOf(date))),
    direction: RIGHT_TO_LEFT.includes(locale.split("-")[0] ?? "") ? "rtl" : "ltr",
  };
}

/** The calendar day that a date of the browser's own time shows. */
export function dayOf(date: Date): Day {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** A day as the library wants it: its midnight in the browser's own time. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}
