import { addDays, addMonths, daysBetween, type Day } from "~/platform/days";
import type { ShortcutList } from "~/ui/date-range/options";

/** A Saturday to count the days of the week from. */
const A_SATURDAY: Day = "2024-01-06";

/**
 * The days that people ask for most, as shortcuts of a calendar.
 *
 * @param earliest the first day that can be reserved: tomorrow.
 */
export function stayShortcuts(earliest: Day): ShortcutList {
  const untilSaturday = (7 - (daysBetween(A_SATURDAY, earliest) % 7)) % 7;
  // On a Sunday the weekend that can still be had is that Sunday.
  const isSunday = untilSaturday === 6;
  const saturday = addDays(earliest, isSunday ? -1 : untilSaturday);
  const weekend = (weeks: number) => {
    const first = addDays(saturday, weeks * 7);
    return { start: first < earliest ? earliest : first, end: addDays(first, 1) };
  };
  const lastOfMonth = addDays(addMonths(`${earliest.slice(0, 7)}-01`, 1), -1);
  return {
    tomorrow: { text: "Demain", period: { start: earliest, end: earliest } },
    weekend: { text: "Ce week-end", period: weekend(0) },
    nextWeekend: { text: "Week-end prochain", period: weekend(1) },
    month: { text: "Ce mois-ci", period: { start: earliest, end: lastOfMonth } },
  };
}
