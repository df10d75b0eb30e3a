/** What of a venue can still be had, half day by half day: its calendar and its list of free dates. */
import { SLOTS, type Period, type Slot } from "@models/enumerations";
import { addDays, compareDays, parseDay, type Day } from "~/platform/days";
import { shiftSlot, slotsOf, type DaySlot, type Stay } from "./calendar";
import { firstDay, lastDay, monthDays, monthOf, shiftMonth, type Month } from "./month-grid";
import { tooNear } from "./preparation";
import { isClosedDay, type TimeRules } from "./time-rules";

/** A half day that cannot be had. */
export interface OccupiedSlot extends DaySlot {
  /** By the venue's owner, not by a reservation. */
  isClosed: boolean;
  /** It is kept free before or after a reservation, or would have to be for one beside it. */
  isPreparation?: boolean;
}

/** What is taken, and the half days beside it that the venue's preparation leaves to nobody. */
export function withPreparation(taken: readonly OccupiedSlot[], rules: TimeRules): OccupiedSlot[] {
  const beside = tooNear(taken, rules);
  return [...taken, ...beside.map((slot) => ({ ...slot, isClosed: false, isPreparation: true }))];
}

/** `outside` lies before the first or after the last day that can be reserved. */
export type SlotState = "free" | "taken" | "closed" | "preparation" | "outside" | "chosen";

/** What a day leads to: the shortest stay of whole days that starts on it, or of what of it is free. */
export interface Offer {
  start: Day;
  end: Day;
  /** Where the stay starts or ends in the middle of a day. */
  startSlot?: Slot;
  endSlot?: Slot;
}

/** The two halves of a day; alike where a venue is rented by the day. */
export type DayState = Record<Slot, SlotState> & {
  day: Day;
  /** Null where no stay can start, though the day may be free. */
  offer: Offer | null;
};

/** A day on which a stay can start, and which of its halves are free: one, or both. */
export interface FreeDate {
  day: Day;
  slots: Slot[];
  offer: Offer;
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
  /** With what preparation leaves to nobody. */
  taken: readonly OccupiedSlot[];
  period: Period;
  rules: TimeRules;
  /** The first and the last day that can be reserved, by the venue's rules. */
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

type StateOf = (day: Day) => DayState;

function dayStates({ taken, period, rules, limits, stay }: Asked): StateOf {
  const known = new Map<string, SlotState>();
  const keyOf = ({ day, slot }: DaySlot) => day + slot;
  for (const slot of stay ? slotsOf(stay) : []) known.set(keyOf(slot), "chosen");
  for (const slot of taken) {
    const { isClosed, isPreparation } = slot;
    known.set(keyOf(slot), isClosed ? "closed" : isPreparation ? "preparation" : "taken");
  }
  const isOutside = (day: Day) => day < limits.earliest || day > limits.latest;
  const stateOf = (day: Day): Record<Slot, SlotState> => {
    if (isOutside(day)) return { AM: "outside", PM: "outside" };
    const byWeek = isClosedDay(day, rules) ? "closed" : "free";
    const [AM, PM] = SLOTS.map((slot) => known.get(keyOf({ day, slot })) ?? byWeek) as [
      SlotState,
      SlotState,
    ];
    if (period === "Half") return { AM, PM };
    // Rented whole, a day is as far away as its busier half.
    const whole = [AM, PM].find((state) => !isFree(state)) ?? AM;
    return { AM: whole, PM: whole };
  };
  const isSlotFree = ({ day, slot }: DaySlot) => isFree(stateOf(day)[slot]);
  return (day) => {
    const state = { day, ...stateOf(day) };
    return { ...state, offer: offerOn(state, { period, rules, isSlotFree }) };
  };
}

/** The shortest stay that the rules allow and that starts with the first free half of a day. */
function offerOn(
  state: Record<Slot, SlotState> & { day: Day },
  {
    period,
    rules: { shortestStay = 1, longestStay = Infinity },
    isSlotFree,
  }: Pick<Asked, "period" | "rules"> & { isSlotFree: (slot: DaySlot) => boolean },
): Offer | null {
  const free = freeSlots(state);
  const [first] = free;
  if (!first) return null;
  const { day } = state;
  const unit = period === "Day" ? SLOTS.length : 1;
  const halves = Math.max(Math.min(free.length, longestStay * unit), shortestStay * unit);
  const covered = Array.from({ length: halves }, (_, count) =>
    shiftSlot({ day, slot: first }, count),
  );
  const last = covered.at(-1)!;
  if (!covered.every(isSlotFree)) return null;
  const isWhole = first === "AM" && last.slot === "PM";
  const slots = isWhole ? {} : { startSlot: first, endSlot: last.slot };
  return { start: day, end: last.day, ...slots };
}

function freeDates(from: Day, latest: Day, stateOf: StateOf) {
  const dates: FreeDate[] = [];
  for (let day = from; compareDays(day, latest) <= 0; day = addDays(day, 1)) {
    const state = stateOf(day);
    if (!state.offer) continue;
    if (dates.length === LISTED) return { dates, more: day };
    dates.push({ day, slots: freeSlots(state), offer: state.offer });
  }
  return { dates, more: null };
}

/** The halves of a day that can be chosen, those that are chosen already among them. */
function freeSlots(state: Record<Slot, SlotState>): Slot[] {
  return SLOTS.filter((slot) => isFree(state[slot]));
}

function isFree(state: SlotState): boolean {
  return state === "free" || state === "chosen";
}

function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b;
}
