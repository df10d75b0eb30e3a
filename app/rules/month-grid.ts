import { addDays, addMonths, daysBetween, eachDay, parseDay, type Day } from "~/platform/days";

/** A month, `YYYY-MM`. */
export type Month = string;

/** A Monday to count the days of the week from. */
const A_MONDAY: Day = "2024-01-01";
const MONTH_NAMES = [
  "janvier",
  "février",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "août",
  "septembre",
  "octobre",
  "novembre",
  "décembre",
] as const;

/** Of months at the ends of what can be written those before and after could not be. */
const HAS_NEIGHBOURS = /^(?:19|[2-8]\d)\d\d-/;

/** The month that a `YYYY-MM` text names, from 1900 to 9000, or null. */
export function parseMonth(text: string | null): Month | null {
  if (text === null || !HAS_NEIGHBOURS.test(text)) return null;
  return parseDay(`${text}-01`) === null ? null : text;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** The month `count` months later, earlier when negative. */
export function shiftMonth(month: Month, count: number): Month {
  return monthOf(addMonths(firstDay(month), count));
}

/** First day of a month. */
export function firstDay(month: Month): Day {
  return `${month}-01`;
}

/** Last day of a month. */
export function lastDay(month: Month): Day {
  return addDays(addMonths(firstDay(month), 1), -1);
}

/** Every day of a month. */
export function monthDays(month: Month): Day[] {
  return eachDay(firstDay(month), lastDay(month));
}

/** 'novembre 2026' */
export function formatMonth(month: Month): string {
  return `${MONTH_NAMES[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}

/** Which day of the week a day is: 0 for a Monday, 6 for a Sunday. */
export function placeInWeek(day: Day): number {
  return ((daysBetween(A_MONDAY, day) % 7) + 7) % 7;
}

/** A month as weeks from Monday to Sunday; null stands for the days of its neighbours. */
export function monthGrid(month: Month): (Day | null)[][] {
  const before = placeInWeek(firstDay(month));
  const cells: (Day | null)[] = [...Array<null>(before).fill(null), ...monthDays(month)];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
