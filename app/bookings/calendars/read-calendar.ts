/**
 * What a calendar elsewhere (RFC 5545) closes of a venue: its events as half days by its own clocks. Nothing here
 * bounds the time that a hostile one may take: `calendar-reader.server.ts` does.
 */
import ICAL from "ical.js";
import { LONGEST_ZONE, MOST_UNKNOWN_ZONES } from "@models/enumerations";
import { firstCharacters } from "~/platform/cut-text";
import { addDays, parisMidnight } from "~/platform/days";
import type { Zone } from "~/platform/zones";
import { slotId, type DaySlot } from "~/rules/calendar";
import {
  isCancelled,
  isForFollowing,
  isFree,
  replacedBy,
  requireKnownZones,
  takesTime,
  timesOf,
  UnknownZone,
} from "./calendar-event";
import {
  amongst,
  endOf,
  followingAt,
  relateFollowing,
  settleRules,
  takeLeftOut,
  takeStretches,
  toldOf,
} from "./calendar-series";
import { halfDays, instantOf, shownIn, type DaysOfInterest } from "./calendar-times";
import { CalendarUnfit, parsed } from "./parse-calendar";

/** Occurrences of all recurring events that are looked at, those before today included. */
const MOST_OCCURRENCES = 50_000;
/** Of these, the ones on days of interest: ten for each. */
const MOST_TAKEN = 5_000;

export interface ReadingOptions extends DaysOfInterest {
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
  /** Events on days of interest that say they take no time. */
  free: number;
}

/**
 * @throws CalendarUnfit also where some cannot be read, and none is that takes time: as if there were none, it would open all
 *   days
 */
export function readCalendar(text: string, options: ReadingOptions): CalendarReading {
  const { calendars, lost } = parsed(text);
  const taken = new Map<string, DaySlot>();
  const unknownZones = new Set<string>();
  let [unread, understood] = [lost, 0];
  const tell = (error: unknown) => {
    if (error instanceof CalendarUnfit) throw error;
    const zone =
      error instanceof UnknownZone ? firstCharacters(error.message, LONGEST_ZONE) : undefined;
    const isTold = zone !== undefined && unknownZones.size < MOST_UNKNOWN_ZONES;
    if (isTold) unknownZones.add(zone);
    else if (zone === undefined || !unknownZones.has(zone)) unread += 1;
  };
  const attempt: Taking["attempt"] = (what) => {
    try {
      if (what()) understood += 1;
    } catch (error) {
      tell(error);
    }
  };
  const free = new Set<ICAL.Component>();
  const take: Taking["take"] = (component, start, end) => {
    const slots = halfDays(start, end, options);
    if (!isFree(component)) for (const slot of slots) taken.set(slotId("", slot), slot);
    else if (slots.length > 0) free.add(component);
  };
  const bounds = { looked: counter(MOST_OCCURRENCES), found: counter(MOST_TAKEN) };
  const taking = { take, attempt, ...bounds };
  const others = (calendar: ICAL.Component, name: string) =>
    calendar.getAllSubcomponents(name).filter((one) => !isOwn(one, options));
  for (const calendar of calendars) {
    for (const series of seriesOf(others(calendar, "vevent"))) takeSeries(series, options, taking);
  }
  for (const one of calendars.flatMap((calendar) => others(calendar, "vfreebusy"))) {
    attempt(() => takeTold(one, taking));
  }
  if (understood === 0 && unread + unknownZones.size > 0) {
    throw new CalendarUnfit("events_unreadable");
  }
  return {
    ...{ slots: [...taken.values()], unknownZones: [...unknownZones] },
    ...{ unread, free: free.size },
  };
}

/** Counts up to a bound. */
function counter(most: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > most) throw new CalendarUnfit("too_many_events");
  };
}

/** An event and what is told otherwise of single occurrences of it; one of the two may be missing. */
interface Series {
  master?: ICAL.Component;
  exceptions: ICAL.Component[];
}

function seriesOf(events: readonly ICAL.Component[]): Series[] {
  const byUid = new Map<string, Series>();
  const alone: Series[] = [];
  for (const event of events) {
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
  /** Takes the half days of an event, or counts it where it is a free one. */
  take: (component: ICAL.Component, start: ICAL.Time, end: ICAL.Time) => void;
  /** Goes on after what cannot be read, and counts it. @param what whether what it read takes any time */
  attempt: (what: () => boolean) => void;
  /** Counts an occurrence that was looked at. */
  looked: () => void;
  /** Counts one on days of interest. */
  found: () => void;
}

function takeSeries({ master, exceptions }: Series, options: DaysOfInterest, taking: Taking): void {
  // Those after a change 'of this and the following' are as that one says.
  const tellsOfMany = [...(master ? [master] : []), ...exceptions.filter(isForFollowing)];
  // Each by itself: one that cannot be read says nothing of when the others are, nor of the series.
  for (const component of exceptions) {
    taking.attempt(() => {
      takeOne(component, taking.take);
      // Where it belongs is of no use when all the others take no time.
      if (tellsOfMany.some(takesTime)) replacedBy(component);
      return takesTime(component);
    });
  }
  if (!master) return;
  taking.attempt(() => {
    const read = () => takeMaster(master, exceptions, options, taking);
    if (tellsOfMany.some(takesTime)) read();
    else spare(read);
    return takesTime(master);
  });
}

function takeMaster(
  master: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  { from, until, zone }: DaysOfInterest,
  { take, looked, found }: Taking,
): void {
  const known = exceptions.filter(tellsWhich);
  // None of them, and said so: an event looks for its exceptions among all others otherwise.
  const event = new ICAL.Event(master, { exceptions: [] });
  if (!event.isRecurring()) return takeOne(master, take);
  requireKnownZones(master);
  // Told otherwise is also what is told as nobody can read: it is not when the series says.
  const named = [...takeLeftOut(event), ...known.map(replacedBy)];
  const isLeftOut = amongst(named, event.startDate, zone);
  const following = known.filter(isForFollowing);
  for (const change of following) relateFollowing(event, change, zone);
  // With a day to spare for zones: telling the day of each one of thirty years would take seconds.
  const begin = parisMidnight(addDays(from, -1)).getTime();
  const end = Math.min(parisMidnight(addDays(until, 2)).getTime(), lastKnown(known, zone));
  // A single occurrence that is told otherwise is taken as it is told. But 'this and following' may lead to any day.
  const length = following.length > 0 ? Infinity : Math.max(0, event.duration.toSeconds() * 1000);
  const takeAt = (told: ICAL.Time, instant: number) => {
    if (instant > end || instant + length < begin) return;
    const time = toldOf(told, event.startDate, zone);
    if (isLeftOut(time)) return;
    found();
    // Those after a change 'of this and the following' are told by it.
    const { item } = event.getOccurrenceDetails(time);
    if (isCancelled(item.component)) return;
    const start = item === event ? time : followingAt(time, item);
    take(item.component, start, endOf(start, item, zone));
  };
  for (const stretch of takeStretches(event)) {
    looked();
    const [start, over] = [stretch.start, stretch.getEnd()];
    if (instantOf(start) > end || instantOf(over) < begin || isCancelled(master)) continue;
    if (isLeftOut(toldOf(start, event.startDate, zone))) continue;
    found();
    take(master, start, over);
  }
  // By itself: the iterator leaves it out where RDATE alone says when else, or a rule that does not meet it.
  const first = instantOf(event.startDate);
  takeAt(event.startDate, first);
  settleRules(event, zone);
  const occurrences = event.iterator();
  for (let next = occurrences.next(); next as ICAL.Time | undefined; next = occurrences.next()) {
    looked();
    const instant = instantOf(next);
    if (instant > end) return;
    if (instant !== first) takeAt(next, instant);
  }
}

/** One that does not say which leaves its series as it is: what it closes stays closed. */
function tellsWhich(exception: ICAL.Component): boolean {
  return isReadable(() => replacedBy(exception));
}

/** What is not is counted where the exception's own time is taken. */
function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof CalendarUnfit) throw error;
    return false;
  }
}

/** Until when a series is known: where 'this and the following' are told as nobody can read, nobody knows when those are. */
function lastKnown(exceptions: readonly ICAL.Component[], zone: Zone): number {
  const lost = exceptions.filter(
    (one) =>
      isForFollowing(one) && !isReadable(() => timesOf(one).map((time) => shownIn(time, zone))),
  );
  return Math.min(...lost.map((one) => instantOf(replacedBy(one)) - 1));
}

function takeOne(component: ICAL.Component, take: Taking["take"]): void {
  if (isCancelled(component)) return;
  const read = () => take(component, ...timesOf(component));
  if (takesTime(component)) read();
  else spare(read);
}

/** Reads what takes no time: where it cannot be read, it would close nothing if it could. */
function spare(read: () => void): void {
  isReadable(read);
}

/** A calendar that says when somebody is busy, and not with what, has no events. @returns whether it says so of any time */
function takeTold(component: ICAL.Component, { take, looked }: Taking): boolean {
  const busy = component
    .getAllProperties("freebusy")
    .filter((property) => String(property.getFirstParameter("fbtype")).toUpperCase() !== "FREE");
  for (const property of busy) {
    for (const period of property.getValues() as ICAL.Period[]) {
      looked();
      take(component, period.start, period.getEnd());
    }
  }
  return busy.length > 0;
}

function isOwn(component: ICAL.Component, { ownUids }: ReadingOptions): boolean {
  return String(component.getFirstPropertyValue("uid")).endsWith(ownUids);
}
