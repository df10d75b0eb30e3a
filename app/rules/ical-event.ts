/** How a stretch of half days stands in a file for calendars (RFC 5545). */
import type { ICalCalendar, ICalDayJsStub, ICalEventData } from "ical-generator";
import { addDays, parisMidnight, parisNoon, type Day } from "~/platform/days";
import type { SlotPeriod } from "~/rules/calendar";

const PARIS = "Europe/Paris";

/** The rule of the European Union since 1996; no reservation is older. */
const PARIS_ZONE = `BEGIN:VTIMEZONE
TZID:${PARIS}
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19960331T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE`;

const EVENT_BEGINS = "\r\nBEGIN:VEVENT\r\n";

/**
 * A calendar as text, with the zone of those of its events that have one: after the calendar's own properties, as RFC
 * 5545 has it, and its last line ended like all others. The library would put some of them behind the zone, and end no
 * last line.
 */
export function calendarText(calendar: ICalCalendar): string {
  const text = `${calendar.toString()}\r\n`;
  if (!text.includes(`;TZID=${PARIS}:`)) return text;
  const [before = "", ...events] = text.split(EVENT_BEGINS);
  const zone = PARIS_ZONE.replaceAll("\n", "\r\n");
  return [`${before}\r\n${zone}`, ...events].join(EVENT_BEGINS);
}

/**
 * When an event is. Whole days are days, which no time zone moves; a stretch that begins or ends with a half
 * day begins or ends at noon in Paris, for nobody said at which hour. The end is where it is over.
 */
export function timesOf({
  start,
  end,
}: SlotPeriod): Partial<ICalEventData> & Pick<ICalEventData, "start"> {
  const after = addDays(end.day, 1);
  if (start.slot === "AM" && end.slot === "PM") {
    return { allDay: true, start: wholeDay(start.day), end: wholeDay(after) };
  }
  return {
    timezone: PARIS,
    start: clockTime(start.day, start.slot === "AM" ? "00" : "12"),
    end: end.slot === "PM" ? clockTime(after, "00") : clockTime(end.day, "12"),
  };
}

function wholeDay(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** As Day.js would give it: of a Date the library writes the figures of this machine's own clock. */
function clockTime(day: Day, hour: "00" | "12"): ICalDayJsStub {
  const instant = hour === "00" ? parisMidnight(day) : parisNoon(day);
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
