/**
 * What a venue asks of the days of a stay beyond the calendar's own rules: how long before, on which days
 * of the week, for how long. Preparation, which takes half days, is in preparation.ts.
 */
import { WEEKDAYS, type Period, type Weekday } from "@models/enumerations";
import { addDays, daysBetween, type Day } from "~/platform/days";
import { placeInWeek } from "./month-grid";

/** Nobody can reserve more at once: as many may be held without being paid (hold-limits.ts). */
export const MOST_DAYS_HELD = 31;

/** How many half days at most are kept free on each side of a stay. */
export const MOST_PREPARATION = 4;

/** A venue's rules, as its owner said them; what is absent asks for nothing. */
export interface TimeRules {
  /** Days from today to the first day, at least. */
  minimumNotice?: number;
  /** Half days that are kept free before and after. */
  preparationBefore?: number;
  preparationAfter?: number;
  /** No day of a stay may be one of them. */
  closedWeekdays?: readonly Weekday[];
  /** In the venue's own unit, days or half days. */
  shortestStay?: number;
  longestStay?: number;
}

export const NO_RULES: TimeRules = {};

/** A venue's rules, and the unit of its lengths. */
export interface VenueTime extends TimeRules {
  time: Period;
}

/** The rules among all that is known of a venue; the same keys for the same rules. */
export function timeRulesOf(venue: TimeRules): TimeRules {
  const { minimumNotice, preparationBefore, preparationAfter } = venue;
  const { closedWeekdays, shortestStay, longestStay } = venue;
  return {
    ...(minimumNotice && { minimumNotice }),
    ...(preparationBefore && { preparationBefore }),
    ...(preparationAfter && { preparationAfter }),
    ...(closedWeekdays?.length && { closedWeekdays }),
    ...(shortestStay && { shortestStay }),
    ...(longestStay && { longestStay }),
  };
}

/** What `validateRequest` says by a venue's own rules. */
export const TIME_REFUSALS = [
  "too_soon",
  "weekday_closed",
  "stay_too_short",
  "stay_too_long",
] as const;
export type TimeRefusal = (typeof TIME_REFUSALS)[number];

/** Whether a refusal of a stay is the venue's, not the calendar's. */
export function isTimeRefusal(code: string): code is TimeRefusal {
  return (TIME_REFUSALS as readonly string[]).includes(code);
}

/** The days of a stay, both included, and how many units it takes. */
interface Measured {
  startDate: Day;
  endDate: Day;
  units: number;
}

/** The first rule that a stay breaks when it is `today` in Paris, in the order of `TimeRefusal`; null for none. */
export function ruleAgainst(stay: Measured, today: Day, rules: TimeRules): TimeRefusal | null {
  const { startDate, endDate, units } = stay;
  if (startDate < firstOpenDay(today, rules)) return "too_soon";
  if (meetsClosedDay(startDate, endDate, rules)) return "weekday_closed";
  if (units < (rules.shortestStay ?? 1)) return "stay_too_short";
  if (units > (rules.longestStay ?? Infinity)) return "stay_too_long";
  return null;
}

/** The first day that can be reserved when it is `today` in Paris: tomorrow, or later. */
export function firstOpenDay(today: Day, { minimumNotice = 1 }: TimeRules): Day {
  return addDays(today, Math.max(1, minimumNotice));
}

/** Whether a day is one on which nobody can stay. */
export function isClosedDay(day: Day, { closedWeekdays = [] }: TimeRules): boolean {
  return closedWeekdays.length > 0 && closedWeekdays.includes(WEEKDAYS[placeInWeek(day)]!);
}

function meetsClosedDay(first: Day, last: Day, rules: TimeRules): boolean {
  const week = Math.min(daysBetween(first, last), WEEKDAYS.length - 1);
  for (let count = 0; count <= week; count += 1) {
    if (isClosedDay(addDays(first, count), rules)) return true;
  }
  return false;
}

/** Why no stay at all could keep the rules, for whoever sets them; null when one can. */
export function contradictionOf({
  closedWeekdays = [],
  shortestStay = 1,
  longestStay = Infinity,
  time,
}: VenueTime): "stay_lengths_reversed" | "stay_never_held" | "stay_never_open" | null {
  if (longestStay < shortestStay) return "stay_lengths_reversed";
  const longestRun = closedWeekdays.length > 0 ? longestOpenRun(closedWeekdays) : Infinity;
  const daysAsked = time === "Day" ? shortestStay : Math.ceil(shortestStay / 2);
  if (daysAsked > MOST_DAYS_HELD) return "stay_never_held";
  return daysAsked > longestRun ? "stay_never_open" : null;
}

/** The most days in a row without a closed one. */
function longestOpenRun(closed: readonly Weekday[]): number {
  let [run, longest] = [0, 0];
  // Twice through the week, for a run across its end.
  for (const day of [...WEEKDAYS, ...WEEKDAYS]) {
    run = closed.includes(day) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
