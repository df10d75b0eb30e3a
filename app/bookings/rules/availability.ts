/** What of a venue can still be had, half day by half day: its calendar and its list of free dates. */
import { SLOTS, type Period, type Slot } from "@models/enumerations";
import { addDays, compareDays, parseDay, type Day } from "~/platform/days";
import { slotsOf, type DaySlot, type Stay } from "./calendar";
import { firstDay, lastDay, monthDays, monthOf, shiftMonth, type Month } from "./month-grid";

/** A half day that is taken: by a reservation, or closed by the venue's owner. */
export interface OccupiedSlot extends DaySlot {
  isClosed: boolean;
}

/** `outside` lies before the first or after the last day that can be reserved. */
export type SlotState = "free" | "taken" | "closed" | "outside" | "chosen";

/** The two halves of a day; alike where a venue is rented by the day. */
export type DayState = Record<Slot, SlotState> & { day: Day };

/** A day of which something is free, and what: one half, or both. */
export interface FreeDate {
  day: Day;
  slots: Slot[];
}

export interface Availability {
  month: Month;
  /** Null where nothing before or after can be reserved. */
  previous: Month | null;
  next: Month | null;
  /** The month's. */
  days: DayState[];
  /** The first free dates from `from` on. */
  dates: FreeDate[];
  from: Day;
  /** Nothing before `from` can be reserved. */
  isFirst: boolean;
  /** The day from which there are more; null when these were the last. */
  more: Day | null;
}

/** How many free dates are listed at a time. */
const LISTED = 6;

interface Asked {
  taken: readonly OccupiedSlot[];
  period: Period;
  /** The first and the last day that can be reserved. */
  limits: { earliest: Day; latest: Day };
  /** The days chosen so far, if they can be had. */
  stay: Stay | null;
  /** The day to look from, as the address has it; what is none, or none that can be had, counts as absent. */
  from: string | null;
}

/**
 * A month of a venue's calendar, and the free dates from a day on. The month is that day's; with none, that
 * of the days chosen, or of the first free date.
 */
export function availability(asked: Asked): Availability {
  const { limits, stay } = asked;
  const { earliest, latest } = limits;
  const stateOf = dayStates(asked);
  const wanted = asked.from === null ? null : parseDay(asked.from);
  const given = wanted !== null && wanted <= latest ? laterOf(wanted, earliest) : null;
  const from = given ?? earliest;
  const { dates, more } = freeDates(from, latest, stateOf);
  const month = monthOf(given ?? stay?.startDate ?? dates[0]?.day ?? earliest);
  const [previous, next] = [shiftMonth(month, -1), shiftMonth(month, 1)];
  return {
    month,
    previous: lastDay(previous) < earliest ? null : previous,
    next: firstDay(next) > latest ? null : next,
    days: monthDays(month).map(stateOf),
    dates,
    from,
    isFirst: from === earliest,
    more,
  };
}

function dayStates({ taken, period, limits, stay }: Asked): (day: Day) => DayState {
  const known = new Map<string, SlotState>();
  const keyOf = ({ day, slot }: DaySlot) => day + slot;
  for (const slot of stay ? slotsOf(stay) : []) known.set(keyOf(slot), "chosen");
  for (const slot of taken) known.set(keyOf(slot), slot.isClosed ? "closed" : "taken");
  const isOutside = (day: Day) => day < limits.earliest || day > limits.latest;
  return (day) => {
    const [AM, PM] = SLOTS.map((slot): SlotState =>
      isOutside(day) ? "outside" : (known.get(keyOf({ day, slot })) ?? "free"),
    ) as [SlotState, SlotState];
    if (period === "Half") return { day, AM, PM };
    // Rented whole, a day is as far away as its busier half.
    const whole = [AM, PM].find((state) => state === "taken" || state === "closed") ?? AM;
    return { day, AM: whole, PM: whole };
  };
}

function freeDates(from: Day, latest: Day, stateOf: (day: Day) => DayState) {
  const dates: FreeDate[] = [];
  for (let day = from; compareDays(day, latest) <= 0; day = addDays(day, 1)) {
    const slots = freeSlots(stateOf(day));
    if (slots.length === 0) continue;
    if (dates.length === LISTED) return { dates, more: day };
    dates.push({ day, slots });
  }
  return { dates, more: null };
}

/** The halves of a day that can be chosen, those that are chosen already among them. */
export function freeSlots(state: DayState): Slot[] {
  return SLOTS.filter((slot) => state[slot] === "free" || state[slot] === "chosen");
}

function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b;
}
