/**
 * What a calendar elsewhere (RFC 5545) closes of a venue: its events as half days in Paris. Nothing here
 * bounds the time that a hostile one may take: `calendar-reader.server.ts` does.
 */
import ICAL from "ical.js";
import {
  LONGEST_ZONE,
  MOST_UNKNOWN_ZONES,
  type CalendarProblem,
  type Slot,
} from "@models/enumerations";
import {
  addDays,
  compareDays,
  parisDayOf,
  parisMidnight,
  parisNoon,
  type Day,
} from "~/platform/days";
import { slotId, slotsOf, type DaySlot } from "~/rules/calendar";
import { learnZone } from "./intl-zone";

/** Components of all kinds, alarms and zones included: ten years of a full diary are about 5,000. */
const MOST_COMPONENTS = 20_000;
/** Occurrences of all recurring events that are looked at, those before today included. */
const MOST_OCCURRENCES = 50_000;
/** Of these, the ones on days of interest: ten for each. */
const MOST_TAKEN = 5_000;
/** Time zones that are named. */
const MOST_ZONES = 100;

export interface ReadingOptions {
  /** The first day of interest. */
  from: Day;
  /** The last one. */
  until: Day;
  /** How the UIDs of the venue's own feed end: its events are passed over. */
  ownUids: string;
}

export interface CalendarReading {
  /** The half days that events take, in no order, each once. */
  slots: DaySlot[];
  /**
   * Time zones without a description that nobody knows; their events are left out, not guessed at. They are a stranger's
   * words: so many at most, and the beginning of each.
   */
  unknownZones: string[];
  /** Other events that could not be understood, and were left out. */
  unread: number;
}

/** A calendar of which nothing is taken. */
export class CalendarUnfit extends Error {
  constructor(
    readonly problem: Extract<CalendarProblem, "not_a_calendar" | "too_many_events">,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

class UnknownZone extends Error {}

/** @throws CalendarUnfit */
export function readCalendar(text: string, options: ReadingOptions): CalendarReading {
  const { calendars, lost } = parsed(text);
  const taken = new Map<string, DaySlot>();
  const unknownZones = new Set<string>();
  let unread = lost;
  const leaveOut = (error: unknown) => {
    const zone = error instanceof UnknownZone ? error.message.slice(0, LONGEST_ZONE) : undefined;
    const isTold = zone !== undefined && unknownZones.size < MOST_UNKNOWN_ZONES;
    if (isTold) unknownZones.add(zone);
    else if (zone === undefined || !unknownZones.has(zone)) unread += 1;
  };
  const take = (start: ICAL.Time, end: ICAL.Time) => {
    for (const slot of halfDays(start, end, options)) taken.set(slotId("", slot), slot);
  };
  const bounds = { looked: counter(MOST_OCCURRENCES), found: counter(MOST_TAKEN) };
  for (const series of calendars.flatMap(seriesOf)) {
    try {
      takeSeries(series, options, { take, ...bounds });
    } catch (error) {
      if (error instanceof CalendarUnfit) throw error;
      leaveOut(error);
    }
  }
  return { slots: [...taken.values()], unknownZones: [...unknownZones], unread };
}

/** Counts up to a bound. */
function counter(most: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > most) throw new CalendarUnfit("too_many_events");
  };
}

/** @property lost events that the parser refuses */
interface Parsed {
  calendars: ICAL.Component[];
  lost: number;
}

function parsed(text: string): Parsed {
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
  const found = ICAL.parse(text.trim()) as unknown[];
  // Several calendars in one file are a list of components.
  const all = (typeof found[0] === "string" ? [found] : found) as unknown[][];
  return all.map((one) => new ICAL.Component(one));
}

const EVENTS = /^BEGIN:VEVENT[^\S\n]*\n[\s\S]*?^END:VEVENT[^\S\n]*$/gim;
/** Lines of an event that say when it is, and whether it takes its time. */
const LINES_OF_USE =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP)[;:]/i;

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
      try {
        const [calendar] = components(
          [
            "BEGIN:VCALENDAR",
            "BEGIN:VEVENT",
            ...linesOfUse(event),
            "END:VEVENT",
            "END:VCALENDAR",
          ].join("\n"),
        );
        frame!.addSubcomponent(calendar!.getFirstSubcomponent("vevent")!);
      } catch {
        lost += 1;
      }
    }
    // Without any it may as well be something else: what it closed before stays closed.
    if (lost === events.length) throw new Error("no event can be read");
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

/** An event and what is told otherwise of single occurrences of it; one of the two may be missing. */
interface Series {
  master?: ICAL.Component;
  exceptions: ICAL.Component[];
}

function seriesOf(calendar: ICAL.Component): Series[] {
  const byUid = new Map<string, Series>();
  const alone: Series[] = [];
  for (const event of calendar.getAllSubcomponents("vevent")) {
    const uid = event.getFirstPropertyValue("uid");
    const known = typeof uid === "string" ? byUid.get(uid) : undefined;
    const series = known ?? { exceptions: [] };
    if (event.hasProperty("recurrence-id")) series.exceptions.push(event);
    else if (series.master) alone.push({ master: event, exceptions: [] });
    else series.master = event;
    if (known === undefined && typeof uid === "string") byUid.set(uid, series);
    else if (known === undefined) alone.push(series);
  }
  return [...byUid.values(), ...alone];
}

interface Taking {
  take: (start: ICAL.Time, end: ICAL.Time) => void;
  /** Counts an occurrence that was looked at. */
  looked: () => void;
  /** Counts one on days of interest. */
  found: () => void;
}

function takeSeries(
  { master, exceptions }: Series,
  { from, until, ownUids }: ReadingOptions,
  { take, looked, found }: Taking,
): void {
  for (const component of exceptions) takeOne(component, ownUids, take);
  if (!master || isOwn(master, ownUids)) return;
  // Handed over in any case: an event looks for its exceptions among all others otherwise.
  const event = new ICAL.Event(master, { exceptions });
  if (!event.isRecurring()) return takeOne(master, ownUids, take);
  requireKnownZones(master);
  const replaced = new Set(exceptions.map((one) => instantOf(new ICAL.Event(one).recurrenceId)));
  const isLeftOut = leftOutOf(event);
  // With a day to spare for zones: telling the day in Paris of each one of thirty years would take seconds.
  const begin = parisMidnight(addDays(from, -1)).getTime();
  const end = parisMidnight(addDays(until, 2)).getTime();
  // A single occurrence that is told otherwise is taken as it is told. But 'this and following' may lead to any day.
  const length = exceptions.some(isForFollowing)
    ? Infinity
    : Math.max(0, event.duration.toSeconds() * 1000);
  const takeAt = (time: ICAL.Time, instant: number) => {
    if (instant > end || instant + length < begin) return;
    if (replaced.has(instant) || isLeftOut(time)) return;
    found();
    // Those after a change 'of this and the following' are told by it.
    const { item, startDate, endDate } = event.getOccurrenceDetails(time);
    if (isBusy(item.component)) take(startDate, endDate);
  };
  // By itself: the iterator leaves it out where RDATE alone says when else, or a rule that does not meet it.
  const first = instantOf(event.startDate);
  takeAt(event.startDate, first);
  throughLastDay(event);
  const occurrences = event.iterator();
  for (let next = occurrences.next(); next as ICAL.Time | undefined; next = occurrences.next()) {
    looked();
    const instant = instantOf(next);
    if (instant > end) return;
    if (instant !== first) takeAt(next, instant);
  }
}

/**
 * Which occurrences EXDATE leaves out. The iterator passes over one that it names after another that it names twice, or
 * that meets nothing. Where one of the two is a day, the day counts.
 */
function leftOutOf({ component, startDate }: ICAL.Event): (time: ICAL.Time) => boolean {
  const all = component
    .getAllProperties("exdate")
    .flatMap((property) => property.getValues() as ICAL.Time[]);
  const dayIn = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`;
  const days = new Set(all.filter(({ isDate }) => isDate || startDate.isDate).map(dayIn));
  const instants = new Set(all.filter(({ isDate }) => !isDate).map(instantOf));
  return (time) => days.has(dayIn(time)) || instants.has(instantOf(time));
}

/** A rule of hours that goes on until a day goes on through that day; the iterator would stop at its midnight. */
function throughLastDay({ component, startDate }: ICAL.Event): void {
  if (startDate.isDate) return;
  for (const property of component.getAllProperties("rrule")) {
    const rule = property.getFirstValue() as ICAL.Recur;
    if (!rule.until?.isDate) continue;
    const { year, month, day } = rule.until;
    const last = { year, month, day, hour: 23, minute: 59, second: 59 };
    rule.until = new ICAL.Time(last, startDate.zone);
  }
}

function isForFollowing(exception: ICAL.Component): boolean {
  return exception.getFirstProperty("recurrence-id")?.getFirstParameter("range") !== undefined;
}

function takeOne(component: ICAL.Component, ownUids: string, take: Taking["take"]): void {
  if (!isBusy(component) || isOwn(component, ownUids)) return;
  requireKnownZones(component);
  const { startDate, endDate } = new ICAL.Event(component, { exceptions: [] });
  take(startDate, endDate);
}

function isOwn(component: ICAL.Component, ownUids: string): boolean {
  return String(component.getFirstPropertyValue("uid")).endsWith(ownUids);
}

/** Cancelled events take no time, nor do those that say so. */
function isBusy(component: ICAL.Component): boolean {
  const said = (name: string) => String(component.getFirstPropertyValue(name)).toUpperCase();
  return said("status") !== "CANCELLED" && said("transp") !== "TRANSPARENT";
}

function requireKnownZones(component: ICAL.Component): void {
  for (const name of ["dtstart", "dtend", "recurrence-id"]) {
    const zone = component.getFirstProperty(name)?.getFirstParameter("tzid");
    if (!zone) continue;
    const value = component.getFirstPropertyValue(name) as ICAL.Time;
    if (isFloating(value) && !value.isDate) throw new UnknownZone(zone);
  }
}

/** Without a zone: the same figures wherever one is, so those of Paris for a venue in France. */
function isFloating(time: ICAL.Time): boolean {
  return time.isDate || time.zone === ICAL.Timezone.localTimezone;
}

/** The half days that an event touches; its end is when it is over. */
function halfDays(start: ICAL.Time, end: ICAL.Time, { from, until }: ReadingOptions): DaySlot[] {
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

function dayOf(time: ICAL.Time): Day {
  if (!isFloating(time)) return parisDayOf(new Date(instantOf(time)));
  const figures = [time.year, time.month, time.day].map((part) => String(part).padStart(2, "0"));
  // Refuses what is no day of ours.
  return addDays(figures.join("-"), 0);
}

function instantOf(time: ICAL.Time): number {
  return time.toUnixTime() * 1000;
}
