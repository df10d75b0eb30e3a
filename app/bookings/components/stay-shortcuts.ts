import { addDays, addMonths, type Day } from "~/platform/days";
import type { ShortcutList } from "~/ui/date-range/options";
import { validateRequest, type StayTerms } from "~/rules/calendar";
import { placeInWeek } from "~/rules/month-grid";
import { firstOpenDay } from "~/rules/time-rules";

const SATURDAY = 5;

/** The days that people ask for most, as shortcuts of a calendar: those that the venue's rules allow. */
export function stayShortcuts(terms: StayTerms): ShortcutList {
  const tomorrow = addDays(terms.today, 1);
  const earliest = firstOpenDay(terms.today, terms.rules);
  const untilSaturday = (SATURDAY - placeInWeek(tomorrow) + 7) % 7;
  // On a Sunday the weekend that can still be had is that Sunday.
  const isSunday = untilSaturday === 6;
  const saturday = addDays(tomorrow, isSunday ? -1 : untilSaturday);
  const weekend = (weeks: number) => {
    const first = addDays(saturday, weeks * 7);
    return { start: first < tomorrow ? tomorrow : first, end: addDays(first, 1) };
  };
  // On the last day of a month nothing of it is left to be had.
  const lastOfMonth = addDays(addMonths(`${terms.today.slice(0, 7)}-01`, 1), -1);
  const list = {
    tomorrow: { text: "Demain", period: { start: tomorrow, end: tomorrow } },
    weekend: { text: "Ce week-end", period: weekend(0) },
    nextWeekend: { text: "Week-end prochain", period: weekend(1) },
    month: { text: "Ce mois-ci", period: { start: earliest, end: lastOfMonth } },
  };
  const isAllowed = ({ start, end }: { start: Day; end: Day }) =>
    validateRequest({ startDate: start, endDate: end }, terms).ok;
  return Object.fromEntries(Object.entries(list).filter(([, { period }]) => isAllowed(period)));
}
