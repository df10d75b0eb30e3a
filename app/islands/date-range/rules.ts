import { SLOTS, type Slot } from "@models/enumerations";
import { unitsOf } from "~/rules/calendar";
import { isClosedDay, ruleAgainst, type TimeRefusal } from "~/rules/time-rules";
import { addDays, parseDay, type Day } from "~/platform/days";
import type { DateRangeOptions } from "~/ui/date-range/options";

/** The slots of the first and the last day. */
export interface Slots {
  startSlot: Slot;
  endSlot: Slot;
}

export const WHOLE_DAYS: Slots = { startSlot: "AM", endSlot: "PM" };

/** The fewest half days of a first and a last day. */
export const NARROWEST: Slots = { startSlot: "PM", endSlot: "AM" };

/** Which days can be had; what a selection has to ask, whatever the reason. */
export interface DayRules {
  min: Day | null;
  max: Day | null;
  isOutside: (day: Day) => boolean;
  /** Why a whole day cannot be had: the words to say, '' without any; null when it can. */
  reasonAgainst: (day: Day) => string | null;
  /** The one half of a day that is taken. */
  takenHalf: (day: Day) => Slot | null;
  /** The slots nearest to `wanted` in which a range is free; null when it covers what cannot be had. */
  fit: (start: Day, end: Day, wanted: Slots) => Slots | null;
  /** Which of the venue's own rules a range breaks, and what it says then; null for none. */
  broken: (start: Day, end: Day, slots: Slots) => { rule: TimeRefusal; says: string } | null;
}

/** A stretch of half days as text that sorts as they follow each other: '2027-06-07AM'. */
interface Obstacle {
  from: string;
  to: string;
  reason: string;
}

/**
 * The rules of a picker's options. They are asked of each day at each move of the pointer, so they
 * compare text.
 *
 * @param words what is said of a day of `stay.taken`, and of one on which the venue is closed.
 */
export function rulesOf(
  options: DateRangeOptions,
  words: { taken: string; closed: string },
): DayRules {
  const min = options.min === undefined ? null : parseDay(options.min);
  const max = options.max === undefined ? null : parseDay(options.max);
  const { stay } = options;
  const isHalf = stay?.period === "Half";
  const isClosed = (day: Day) => stay?.rules !== undefined && isClosedDay(day, stay.rules);
  const obstacles: Obstacle[] = [
    ...(options.disabledDates ?? []).map(({ startDate, endDate, reason = "" }) => ({
      from: `${startDate}AM`,
      to: `${endDate}PM`,
      reason,
    })),
    ...(stay?.taken ?? []).map(({ start, end, reason = words.taken }) => ({
      from: start.day + (isHalf ? start.slot : "AM"),
      to: end.day + (isHalf ? end.slot : "PM"),
      reason,
    })),
  ];
  const between = (first: string, last: string) =>
    obstacles.find(({ from, to }) => from <= last && first <= to);
  const freeHalves = (day: Day) => SLOTS.filter((slot) => !between(day + slot, day + slot));

  return {
    min,
    max,
    isOutside: (day) => (min !== null && day < min) || (max !== null && day > max),
    reasonAgainst: (day) => {
      if (isClosed(day)) return words.closed;
      const obstacle = between(`${day}AM`, `${day}PM`);
      return obstacle && freeHalves(day).length === 0 ? obstacle.reason : null;
    },
    takenHalf: (day) => {
      const free = freeHalves(day);
      return free.length === 1 ? other(free[0]!) : null;
    },
    fit: (start, end, wanted) => {
      for (const startSlot of [wanted.startSlot, other(wanted.startSlot)]) {
        for (const endSlot of [wanted.endSlot, other(wanted.endSlot)]) {
          const [first, last] = [start + startSlot, end + endSlot];
          if (first <= last && !between(first, last)) return { startSlot, endSlot };
        }
      }
      return null;
    },
    broken: (startDate, endDate, slots) => {
      if (!stay?.rules) return null;
      const units = unitsOf({ startDate, endDate, ...slots, period: stay.period });
      const rule = ruleAgainst({ startDate, endDate, units }, stay.today, stay.rules);
      return rule && { rule, says: stay.rules.says[rule] ?? "" };
    },
  };
}

/** The first day that can be had, from `today` on; where the search starts when there is none. */
export function firstFreeDay(rules: DayRules, today: Day): Day {
  const from = rules.min ?? (rules.max !== null && rules.max < today ? rules.max : today);
  // What has no last day has to end somewhere.
  const last = rules.max ?? addDays(from, 400);
  for (let day = from; day <= last; day = addDays(day, 1)) {
    if (rules.reasonAgainst(day) === null) return day;
  }
  return from;
}

/** The first day on which a range from `start` can no longer end, within two months. */
export function firstDayBarred(rules: DayRules, start: Day): Day | null {
  const days = Array.from({ length: 62 }, (_, count) => addDays(start, count));
  const isBarred = (day: Day) => {
    const slots = rules.fit(start, day, NARROWEST);
    if (!slots) return true;
    const rule = rules.broken(start, day, slots)?.rule ?? null;
    // One that is still too short can go on.
    return rule !== null && rule !== "stay_too_short";
  };
  return days.find((day) => !rules.isOutside(day) && isBarred(day)) ?? null;
}

function other(slot: Slot): Slot {
  return slot === "AM" ? "PM" : "AM";
}
