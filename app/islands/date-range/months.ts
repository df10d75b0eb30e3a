import type { Day } from "~/platform/days";
import { monthOf, shiftMonth, type Month } from "~/rules/month-grid";
import type { DayRange } from "~/ui/date-range/display-format";

/** The months of the two calendars; the first is before the second. One calendar shows the first. */
export type Months = readonly [first: Month, second: Month];

export const YEARS_A_PAGE = 12;

export type YearDirection = "forward" | "backward" | "middle";

/** What the calendars open with: the range's months, else `otherwise` and the month after it. */
export function openingMonths({ start, end }: DayRange, otherwise: Day): Months {
  const first = monthOf(start ?? otherwise);
  const last = end ? monthOf(end) : first;
  return [first, last > first ? last : shiftMonth(first, 1)];
}

/** One calendar goes to a month; the other steps aside when it is reached or passed. */
export function pageTo([first, second]: Months, which: 0 | 1, month: Month): Months {
  if (which === 0) return [month, month >= second ? shiftMonth(month, 1) : second];
  return [month <= first ? shiftMonth(month, -1) : first, month];
}

/** The months with a day in sight: where they are, or the first calendar goes there. */
export function pageToShow(months: Months, day: Day): Months {
  const month = monthOf(day);
  return months.includes(month) ? months : pageTo(months, 0, month);
}

/** The first year of the list that a calendar which shows `year` opens. */
export function firstYearOf(year: number, direction: YearDirection): number {
  if (direction === "backward") return year - YEARS_A_PAGE + 1;
  return direction === "middle" ? year - 4 : year;
}
