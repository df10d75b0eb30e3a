/** The times of a calendar elsewhere (RFC 5545) as half days of a venue, by its own clocks. */
import ICAL from "ical.js";
import type { Slot } from "@models/enumerations";
import { addDays, compareDays, type Day } from "~/platform/days";
import { shownAt, type Zone } from "~/platform/zones";
import { slotsOf, type DaySlot } from "~/rules/calendar";

export interface DaysOfInterest {
  /** The first day of interest. */
  from: Day;
  /** The last one. */
  until: Day;
  /** Whose clocks tell them: the venue's. */
  zone: Zone;
}

/** Without a zone: the same figures wherever one is, so those of the venue's own clocks. */
export function isFloating(time: ICAL.Time): boolean {
  return time.isDate || time.zone === ICAL.Timezone.localTimezone;
}

/** The half days that an event touches; its end is when it is over. */
export function halfDays(
  start: ICAL.Time,
  end: ICAL.Time,
  { from, until, zone }: DaysOfInterest,
): DaySlot[] {
  const first = slotAt(start, "AM", zone);
  const over = end.clone();
  if (over.isDate) over.adjust(-1, 0, 0, 0);
  else over.adjust(0, 0, 0, -1);
  // What ends when it starts, or before, takes the half day in which it starts.
  const last = end.compare(start) > 0 ? slotAt(over, "PM", zone) : slotAt(start, "PM", zone);
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
function slotAt(time: ICAL.Time, whole: Slot, zone: Zone): DaySlot {
  const { day, hour } = shownIn(time, zone);
  if (time.isDate) return { day, slot: whole };
  return { day, slot: hour < 12 ? "AM" : "PM" };
}

/** The day and the hour of a time by the clocks of a zone. @throws RangeError for what is no day of ours */
export function shownIn(time: ICAL.Time, zone: Zone): { day: Day; hour: number } {
  if (!isFloating(time)) return shownAt(instantOf(time), zone);
  const figures = [time.year, time.month, time.day].map((part) => String(part).padStart(2, "0"));
  // Refuses what is no day of ours.
  return { day: addDays(figures.join("-"), 0), hour: time.hour };
}

export function instantOf(time: ICAL.Time): number {
  return time.toUnixTime() * 1000;
}
