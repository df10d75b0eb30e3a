/** The times of a calendar elsewhere (RFC 5545) as half days in Paris. */
import ICAL from "ical.js";
import type { Slot } from "@models/enumerations";
import { addDays, compareDays, parisDayOf, parisNoon, type Day } from "~/platform/days";
import { slotsOf, type DaySlot } from "~/rules/calendar";

export interface DaysOfInterest {
  /** The first day of interest. */
  from: Day;
  /** The last one. */
  until: Day;
}

/** Without a zone: the same figures wherever one is, so those of Paris for a venue in France. */
export function isFloating(time: ICAL.Time): boolean {
  return time.isDate || time.zone === ICAL.Timezone.localTimezone;
}

/** The half days that an event touches; its end is when it is over. */
export function halfDays(
  start: ICAL.Time,
  end: ICAL.Time,
  { from, until }: DaysOfInterest,
): DaySlot[] {
  const first = slotAt(start, "AM");
  const over = end.clone();
  if (over.isDate) over.adjust(-1, 0, 0, 0);
  else over.adjust(0, 0, 0, -1);
  // What ends when it starts, or before, takes the half day in which it starts.
  const last = end.compare(start) > 0 ? slotAt(over, "PM") : slotAt(start, "PM");
  if (compareDays(last.day, from) < 0 || compareDays(first.day, until) > 0) return [];
  const isEarly = compareDays(first.day, from) < 0;
  const isLate = compareDays(last.day, until) > 0;
  return slotsOf({
    startDate: isEarly ? from : first.day,
    startSlot: isEarly ? "AM" : first.slot,
    endDate: isLate ? until : last.day,
    endSlot: isLate ? "PM" : last.slot,
    period: "Half",
  });
}

/** @param whole the slot of a time that is a whole day */
function slotAt(time: ICAL.Time, whole: Slot): DaySlot {
  const day = dayOf(time);
  if (time.isDate) return { day, slot: whole };
  if (isFloating(time)) return { day, slot: time.hour < 12 ? "AM" : "PM" };
  return { day, slot: instantOf(time) < parisNoon(day).getTime() ? "AM" : "PM" };
}

export function dayOf(time: ICAL.Time): Day {
  if (!isFloating(time)) return parisDayOf(new Date(instantOf(time)));
  const figures = [time.year, time.month, time.day].map((part) => String(part).padStart(2, "0"));
  // Refuses what is no day of ours.
  return addDays(figures.join("-"), 0);
}

export function instantOf(time: ICAL.Time): number {
  return time.toUnixTime() * 1000;
}
