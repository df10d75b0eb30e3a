/** A month of an owner's bookings, half day by half day: of one venue, or of all of theirs. */
import { SLOTS, type Slot } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { slotsOf, type StayRequest } from "./calendar";
import { monthOf, type Month } from "./month-grid";
import type { ListState } from "./reservation-states";

/** What a half day is: asked for, which its owner answers, or booked. */
export type BookedHalf = "asked" | "booked";

export interface BookedDay {
  day: Day;
  /** The half days of which there is anything; what is booked counts before what is asked for. */
  halves: Partial<Record<Slot, BookedHalf>>;
  /** At which venues, each once. */
  venues: string[];
  /** The reservations of that day. */
  ids: string[];
}

interface Booking extends StayRequest {
  id: string;
  state: ListState;
  venueTitle: string;
}

const MARKS: Partial<Record<ListState, BookedHalf>> = {
  pending: "asked",
  confirmed: "booked",
  ended: "booked",
};

/** The days of a month on which there is anything, in order. */
export function bookedDays(bookings: readonly Booking[], month: Month): BookedDay[] {
  const days = new Map<Day, BookedDay>();
  for (const booking of bookings) {
    const mark = MARKS[booking.state];
    if (!mark) continue;
    for (const { day, slot } of slotsOf(booking)) {
      if (monthOf(day) !== month) continue;
      const known = days.get(day) ?? { day, halves: {}, venues: [], ids: [] };
      if (known.halves[slot] !== "booked") known.halves[slot] = mark;
      if (!known.venues.includes(booking.venueTitle)) known.venues.push(booking.venueTitle);
      if (!known.ids.includes(booking.id)) known.ids.push(booking.id);
      days.set(day, known);
    }
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const SLOT_WORDS: Record<Slot, string> = { AM: "matin", PM: "après-midi" };
const HALF_WORDS: Record<BookedHalf, string> = { asked: "à répondre", booked: "réservé" };

/** 'matin réservé, après-midi libre, Villa Garance' */
export function dayWords({ halves, venues }: BookedDay): string {
  const each = SLOTS.map((slot) => {
    const half = halves[slot];
    return `${SLOT_WORDS[slot]} ${half ? HALF_WORDS[half] : "libre"}`;
  });
  return [...each, ...venues].join(", ");
}
