/** The text of a calendar elsewhere (RFC 5545) as components, those that can be read. */
import ICAL from "ical.js";
import type { CalendarProblem } from "@models/enumerations";
import { learnZone } from "./intl-zone";

/** Components of all kinds, alarms and zones included: ten years of a full diary are about 5,000. */
const MOST_COMPONENTS = 20_000;
/** Time zones that are named. */
const MOST_ZONES = 100;

/** A calendar of which nothing is taken. */
export class CalendarUnfit extends Error {
  constructor(
    readonly problem: Extract<
      CalendarProblem,
      "not_a_calendar" | "events_unreadable" | "too_many_events"
    >,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

/** @property lost events that the parser refuses */
interface Parsed {
  calendars: ICAL.Component[];
  lost: number;
}

/** @throws CalendarUnfit */
export function parsed(text: string): Parsed {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new CalendarUnfit("not_a_calendar");
  if (countOf(text, /^BEGIN:/gim) > MOST_COMPONENTS) throw new CalendarUnfit("too_many_events");
  const named = zonesNamed(text);
  if (named.size > MOST_ZONES) throw new CalendarUnfit("too_many_events");
  named.forEach(learnZone);
  try {
    return { calendars: components(text), lost: 0 };
  } catch {
    return parsedOneByOne(text);
  }
}

/** Whole, and over the ends of lines: names that differ late are as many as others. */
function zonesNamed(text: string): Set<string> {
  const found = unfolded(text).matchAll(/;TZID=(?:"([^"\r\n]+)"|([^":;\r\n]+))/gi);
  return new Set([...found].map(([, quoted, plain]) => (quoted ?? plain)!));
}

function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, "");
}

function components(text: string): ICAL.Component[] {
  const found = ICAL.parse(withDaysSaid(text.trim())) as unknown[];
  // Several calendars in one file are a list of components.
  const all = (typeof found[0] === "string" ? [found] : found) as unknown[][];
  return all.map((one) => withoutEmptyZones(new ICAL.Component(one)));
}

const DAYS_UNSAID =
  /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(;[^:\r\n]*)?:(?=\d{8}(?:,\d{8})*[ \t]*$)/gim;

/** A day that is not said to be one (`DTSTART:20270612`), as many write it, is none to the parser. */
function withDaysSaid(text: string): string {
  return text.replace(DAYS_UNSAID, (line, name: string, said: string | undefined) => {
    const others = (said ?? "").replace(/;VALUE=DATE-TIME/i, "");
    return /;VALUE=/i.test(others) ? line : `${name}${others};VALUE=DATE:`;
  });
}

/** A zone that says nothing but its name would be taken for UTC: it is one that is only named. */
function withoutEmptyZones(calendar: ICAL.Component): ICAL.Component {
  for (const zone of calendar.getAllSubcomponents("vtimezone")) {
    const says = zone.getFirstSubcomponent("standard") ?? zone.getFirstSubcomponent("daylight");
    if (!says) calendar.removeSubcomponent(zone);
  }
  return calendar;
}

const EVENTS = /^BEGIN:VEVENT[^\S\n]*\n[\s\S]*?^END:VEVENT[^\S\n]*$/gim;
/** Lines of an event that say when it is, and whether it takes its time. */
const LINES_OF_USE =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP)[;:]/i;

/** Of an event that closes nothing, but as one that is told otherwise: its series may close what it opens. */
const TAKES_NO_TIME = /^(?:STATUS:CANCELLED|TRANSP:TRANSPARENT)\s*$/im;

/**
 * The parser gives a whole calendar up for one line that it cannot read. Each event by itself then, of the lines that say
 * when it is: a description that was not escaped costs nothing, a rule that nobody understands its own event alone.
 */
function parsedOneByOne(text: string): Parsed {
  const events = text.match(EVENTS) ?? [];
  let lost = 0;
  try {
    const [frame, ...others] = components(text.replace(EVENTS, ""));
    for (const event of events) {
      const lines = linesOfUse(event).join("\n");
      try {
        const [calendar] = components(
          ["BEGIN:VCALENDAR", "BEGIN:VEVENT", lines, "END:VEVENT", "END:VCALENDAR"].join("\n"),
        );
        frame!.addSubcomponent(calendar!.getFirstSubcomponent("vevent")!);
      } catch {
        if (/^RECURRENCE-ID/im.test(lines) || !TAKES_NO_TIME.test(lines)) lost += 1;
      }
    }
    // Without any it may as well be something else: what it closed before stays closed.
    if (events.length === 0) throw new Error("no event");
    return { calendars: [frame!, ...others], lost };
  } catch (error) {
    throw new CalendarUnfit("not_a_calendar", { cause: error });
  }
}

function linesOfUse(event: string): string[] {
  // Alarms within it have times of their own.
  const own = event.replace(/^BEGIN:(?!VEVENT)(\S+)\s[\s\S]*?^END:\1\s*$/gim, "");
  return unfolded(own)
    .split(/\r?\n/)
    .filter((line) => LINES_OF_USE.test(line));
}

function countOf(text: string, pattern: RegExp): number {
  return Array.from(text.matchAll(pattern), () => 1).length;
}
