/**
 * A month of an owner's bookings, half day by half day: of all their venues, or of one of them with what else keeps
 * its half days from being had.
 */
import { SLOTS, type Slot } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { slotsOf, type DaySlot, type StayRequest } from "./calendar";
import { monthDays, monthOf, type Month } from "./month-grid";
import type { ListState } from "./reservation-states";
import { isClosedDay, type TimeRules } from "./time-rules";
import { bookedVenueName } from "./venue-name";

/**
 * What a half day is, what counts before what first: booked; asked for, which its owner answers; closed by them, or by
 * a calendar that they import; kept free beside a reservation; a day of the week on which nobody comes.
 */
export const HALF_STATES = [
  ...(["booked", "asked", "closed", "imported", "preparation", "weekday"] as const),
];
export type HalfState = (typeof HALF_STATES)[number];

export interface BookedHalf {
  state: HalfState;
  /** Who has it or asks for it, or the calendar that closes it; each once. */
  who: string[];
}

export interface BookedDay {
  day: Day;
  /** The half days of which there is anything. */
  halves: Partial<Record<Slot, BookedHalf>>;
  /** At which venues somebody has booked or asks, by name and town, each once. */
  venues: string[];
  /** The reservations of that day, each once. */
  bookings: DaysBooking[];
}

/** One of a day, and as what it has that day: by dates that wait for a yes its reservation is listed otherwise. */
export interface DaysBooking {
  id: string;
  state: keyof typeof MARKS;
}

interface Booking extends StayRequest {
  id: string;
  state: ListState | "change";
  venueTitle: string;
  venueCity: string;
  /** What its buyer is called. */
  buyer: string;
}

/** A half day of the one venue shown that nobody can have, though nobody has booked it. */
export interface ClosedHalf extends DaySlot {
  state: "closed" | "imported" | "preparation";
  /** The imported calendar's name. */
  who?: string;
}

/** What closes the one venue that is shown. */
export interface Closings {
  halves: readonly ClosedHalf[];
  rules: TimeRules;
}

const MARKS = {
  pending: "asked",
  change: "asked",
  confirmed: "booked",
  ended: "booked",
} as const satisfies Partial<Record<Booking["state"], HalfState>>;

const isDrawn = (state: Booking["state"]): state is DaysBooking["state"] => state in MARKS;

/**
 * The days of a month on which there is anything, in order.
 *
 * @param closings of the one venue that the bookings are of; none where they are of several
 */
export function bookedDays(
  bookings: readonly Booking[],
  month: Month,
  closings?: Closings,
): BookedDay[] {
  const days = new Map<Day, BookedDay>();
  const dayOf = (day: Day): BookedDay => {
    const known = days.get(day) ?? { day, halves: {}, venues: [], bookings: [] };
    days.set(day, known);
    return known;
  };
  for (const { state, id, venueTitle, venueCity, buyer, ...stay } of bookings) {
    if (!isDrawn(state)) continue;
    for (const { day, slot } of slotsOf(stay)) {
      if (monthOf(day) !== month) continue;
      const known = dayOf(day);
      markHalf(known, slot, { state: MARKS[state], who: [buyer] });
      addOnce(known.venues, bookedVenueName({ venueTitle, venueCity }));
      const listed = known.bookings.find((one) => one.id === id);
      if (!listed) known.bookings.push({ id, state });
      // Of dates that it has and others that are asked for there are those to answer.
      else if (state === "change") listed.state = state;
    }
  }
  if (closings) {
    for (const { day, slot, state, who } of closings.halves) {
      if (monthOf(day) === month) markHalf(dayOf(day), slot, { state, who: who ? [who] : [] });
    }
    for (const day of monthDays(month).filter((one) => isClosedDay(one, closings.rules))) {
      for (const slot of SLOTS) markHalf(dayOf(day), slot, { state: "weekday", who: [] });
    }
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** What counts before the other is kept; of two alike both are named. */
function markHalf({ halves }: BookedDay, slot: Slot, { state, who }: BookedHalf): void {
  const known = halves[slot];
  if (known?.state === state) for (const name of who) addOnce(known.who, name);
  else if (!known || HALF_STATES.indexOf(state) < HALF_STATES.indexOf(known.state)) {
    halves[slot] = { state, who };
  }
}

function addOnce(list: string[], item: string): void {
  if (!list.includes(item)) list.push(item);
}

const SLOT_WORDS: Record<Slot, string> = { AM: "matin", PM: "après-midi" };

/** What each state is called, in a legend and to who has a day read to them. */
export const HALF_WORDS: Record<HalfState, string> = {
  booked: "réservé",
  asked: "à répondre",
  closed: "fermé par vous",
  imported: "importé",
  preparation: "gardé pour préparation",
  weekday: "jour de fermeture",
};

/** 'matin réservé (Hugo L.), après-midi libre, Villa Garance (Nice)' */
export function dayWords({ halves, venues }: BookedDay): string {
  const each = SLOTS.map((slot) => {
    const half = halves[slot];
    if (!half) return `${SLOT_WORDS[slot]} libre`;
    const names = half.who.length > 0 ? ` (${half.who.join(", ")})` : "";
    return `${SLOT_WORDS[slot]} ${HALF_WORDS[half.state]}${names}`;
  });
  return [...each, ...venues].join(", ");
}
