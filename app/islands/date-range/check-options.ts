import { isDay } from "~/platform/days";
import { WEEKDAYS, type DateRangeOptions } from "~/ui/date-range/options";

/** What is wrong with the options of a picker, for its developer; each is left out or replaced. */
export function faultsOf({ id, min, max, locale, startWeekOn }: DateRangeOptions): string[] {
  const faults: string[] = [];
  if (min !== undefined && !isDay(min)) faults.push(`min is no day: ${min}`);
  if (max !== undefined && !isDay(max)) faults.push(`max is no day: ${max}`);
  if (locale === "") faults.push("locale is empty, en is used");
  if (startWeekOn !== undefined && !WEEKDAYS.includes(startWeekOn)) {
    faults.push(`startWeekOn is no weekday: ${startWeekOn}`);
  }
  return faults.map((fault) => `Date range ${id}: ${fault}`);
}
