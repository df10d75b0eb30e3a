/** How a stretch of half days stands in a file for calendars (RFC 5545). */
import type { ICalCalendar, ICalDayJsStub, ICalEventData } from "ical-generator";
import { addDays, type Day } from "~/platform/days";
import { instantOfFigures, type Zone } from "~/platform/zones";
import type { SlotPeriod } from "~/rules/calendar";
import { zoneDescribed } from "./zone-described";

const EVENT_BEGINS = "\r\nBEGIN:VEVENT\r\n";

/**
 * A calendar as text, with the zone of those of its events that have one: after the calendar's own properties, as RFC
 * 5545 has it, and its last line ended like all others. The library would put some of them behind the zone, and end no
 * last line.
 *
 * @param zone of its events (`timesOf`)
 */
export function calendarText(calendar: ICalCalendar, zone: Zone): string {
  const text = `${calendar.toString()}\r\n`;
  if (!text.includes(`;TZID=${zone}:`)) return text;
  const [before = "", ...events] = text.split(EVENT_BEGINS);
  return [`${before}\r\n${zoneDescribed(zone)}`, ...events].join(EVENT_BEGINS);
}

/**
 * When an event is. Whole days are days, which no time zone moves; a stretch that begins or ends with a half
 * day begins or ends at noon by the clocks of where it is, for nobody said at which hour. The end is where it is over.
 */
export function timesOf(
  { start, end }: SlotPeriod,
  zone: Zone,
): Partial<ICalEventData> & Pick<ICalEventData, "start"> {
  const after = addDays(end.day, 1);
  if (start.slot === "AM" && end.slot === "PM") {
    return { allDay: true, start: wholeDay(start.day), end: wholeDay(after) };
  }
  return {
    timezone: zone,
    start: clockTime(start.day, start.slot === "AM" ? "00" : "12", zone),
    end: end.slot === "PM" ? clockTime(after, "00", zone) : clockTime(end.day, "12", zone),
  };
}

function wholeDay(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** As Day.js would give it: of a Date the library writes the figures of this machine's own clock. */
function clockTime(day: Day, hour: "00" | "12", zone: Zone): ICalDayJsStub {
  const instant = new Date(instantOfFigures(Date.parse(`${day}T${hour}:00:00Z`), zone));
  const figures: Record<string, string> = {
    YYYYMMDD: day.replaceAll("-", ""),
    HHmmss: `${hour}0000`,
  };
  return {
    format: (pattern = "") => figures[pattern] ?? "",
    isValid: () => true,
    toDate: () => instant,
    toJSON: () => instant.toISOString(),
  };
}

/**
 * The UID of an event of a venue, the same in every file that tells it.
 *
 * @param host of the site
 */
export function uidOf(name: string, venueId: string, host: string): string {
  return name + ownUids(venueId, host);
}

/** How the UIDs of a venue's events end. */
export function ownUids(venueId: string, host: string): string {
  return `.${venueId}@${host}`;
}
