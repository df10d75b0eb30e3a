/** What a recurring event (RFC 5545) says of its occurrences, as those mean it who write it: more than `ical.js` knows. */
import ICAL from "ical.js";
import { aheadOfUtc, PARIS, type Zone } from "~/platform/zones";
import { isOfUnknownZone, replacedBy } from "./calendar-event";
import { instantOf, isFloating } from "./calendar-times";

/**
 * The rules of an event, put so that its iterator goes on as they mean it.
 *
 * @throws Error of one that cannot be put so
 */
export function settleRules({ component, startDate }: ICAL.Event, zone: Zone): void {
  for (const property of component.getAllProperties("rrule")) {
    const rule = property.getFirstValue() as ICAL.Recur;
    if (rule.until) rule.until = lastOf(rule.until, startDate, zone);
    goByYears(rule, startDate);
    if (rule.freq === "YEARLY") sayWhichDays(property, startDate);
  }
}

/** A rule of hours that goes on until a day goes on through that day; the iterator would stop at its midnight. */
function lastOf(until: ICAL.Time, start: ICAL.Time, zone: Zone): ICAL.Time {
  const told = toldOf(until, start, zone);
  if (start.isDate || !told.isDate) return told;
  const { year, month, day } = told;
  const last = new ICAL.Time({ year, month, day, hour: 23, minute: 59, second: 59 }, start.zone);
  // West of Greenwich that day is not over with UTC's.
  if (isUtc(start)) last.adjust(0, 0, 0, Math.max(0, -aheadOf(last, zone)));
  return last;
}

/**
 * Of months that are named, each month, the iterator loses some and counts others twice, unless it begins in the first of them; each
 * year it knows them all.
 */
function goByYears(rule: ICAL.Recur, start: ICAL.Time): void {
  if (rule.freq !== "MONTHLY" || rule.interval > 1 || !says(rule, "BYMONTH")) return;
  // Of several hours of a day it would know the first alone.
  if (says(rule, "BYHOUR", "BYMINUTE", "BYSECOND")) return;
  const day = onlyDay(rule, start);
  const isByWeekdays = says(rule, "BYDAY") && !says(rule, "BYMONTHDAY");
  // A day from a month's end is by years that of the month in which the former year ended.
  if (!isByWeekdays && (day === undefined || day < 0)) return;
  if (rule.count && isLeapDayAmong(day, monthsOf(rule, start))) return;
  rule.freq = "YEARLY";
}

/**
 * Of a day that a month has not (31 April, 29 February in most years) the iterator makes one of the next month, and counts it,
 * unless the rule names the day, and months that have it alone.
 */
function sayWhichDays(property: ICAL.Property, start: ICAL.Time): void {
  const rule = property.getFirstValue() as ICAL.Recur;
  const day = onlyDay(rule, start);
  // One that is told from a month's end each month has, or the iterator leaves it out.
  if (day === undefined || day <= 28) return;
  // The iterator knows such a day of the first month alone.
  if (says(rule, "BYMONTHDAY") && !says(rule, "BYMONTH")) return;
  const months = monthsOf(rule, start).filter(
    (month) => day <= ICAL.Time.daysInMonth(month, A_LEAP_YEAR),
  );
  if (months.length === 0) {
    property.parent?.removeProperty(property);
    return;
  }
  rule.setComponent("BYMONTHDAY", [day]);
  rule.setComponent("BYMONTH", months);
  if (!isLeapDayAmong(day, months)) return;
  if (rule.count || rule.interval > 1) throw new Error("29 February is counted with other days");
  const leapDays = rule.clone();
  leapDays.until = rule.until;
  // Each year from one without it on, the iterator would begin with 1 March.
  leapDays.freq = "DAILY";
  leapDays.setComponent("BYMONTH", [FEBRUARY]);
  rule.setComponent(
    "BYMONTH",
    months.filter((month) => month !== FEBRUARY),
  );
  property.parent?.addPropertyWithValue("rrule", leapDays);
}

const FEBRUARY = 2;
const A_LEAP_YEAR = 2024;

function says(rule: ICAL.Recur, ...parts: string[]): boolean {
  return parts.some((part) => Object.hasOwn(rule.parts, part));
}

/** The one day of a month that a rule goes by, negative from its end; undefined: it goes by several, or by others. */
function onlyDay(rule: ICAL.Recur, start: ICAL.Time): number | undefined {
  if (says(rule, "BYDAY", "BYYEARDAY", "BYWEEKNO")) return undefined;
  const [day = start.day, ...others] = rule.getComponent("BYMONTHDAY") as number[];
  return others.length > 0 ? undefined : day;
}

function monthsOf(rule: ICAL.Recur, start: ICAL.Time): number[] {
  return says(rule, "BYMONTH") ? (rule.getComponent("BYMONTH") as number[]) : [start.month];
}

/** Whether 29 February is one of several days of a year. */
function isLeapDayAmong(day: number | undefined, months: readonly number[]): boolean {
  return day === 29 && months.length > 1 && months.includes(FEBRUARY);
}

/**
 * A time that is told of a series (UNTIL, EXDATE, RECURRENCE-ID, RDATE) as a time of the series' own kind, by its clocks.
 *
 * @param start when the series starts: as a day, at an hour of a zone, or at one of the venue's
 * @param zone the venue's
 */
export function toldOf(time: ICAL.Time, start: ICAL.Time, zone: Zone): ICAL.Time {
  if (start.isDate) return dayOf(time, zone);
  if (time.isDate) return time;
  if (isFloating(start)) return byClocksOf(time, zone);
  if (!isFloating(time)) return time;
  const told = time.clone();
  told.zone = start.zone;
  return told;
}

/**
 * The day that a time names, by its own clocks. Outlook writes one in UTC by its midnight, in Paris at an hour of the day before;
 * others by UTC's first second, or by a last one. Whose midnight it is tells whose day; of any other hour it is the venue's.
 */
function dayOf(time: ICAL.Time, zone: Zone): ICAL.Time {
  if (time.isDate) return time;
  const clocks = isUtc(time) ? [zone, PARIS].map((one) => byClocksOf(time, one)) : [];
  const { year, month, day } = [time, ...clocks].find(isMidnight) ?? clocks[0] ?? time;
  return ICAL.Time.fromData({ year, month, day, isDate: true });
}

/** Whether a day begins then, or is over with that second. */
function isMidnight({ hour, minute, second }: ICAL.Time): boolean {
  return [0, 24 * 60 * 60 - 1].includes((hour * 60 + minute) * 60 + second);
}

/** What the clocks of a zone show at a time, as a floating one. */
function byClocksOf(time: ICAL.Time, zone: Zone): ICAL.Time {
  if (isFloating(time)) return time;
  const shown = time.clone();
  shown.adjust(0, 0, 0, aheadOf(time, zone) - time.utcOffset());
  shown.zone = ICAL.Timezone.localTimezone;
  return shown;
}

function isUtc(time: ICAL.Time): boolean {
  return !time.isDate && time.zone === ICAL.Timezone.utcTimezone;
}

/** In seconds. */
function aheadOf(time: ICAL.Time, zone: Zone): number {
  return aheadOfUtc(instantOf(time), zone) / 1000;
}

/**
 * What EXDATE leaves out, which the event itself says no more then: its iterator would leave out others by the figures of UTC,
 * and passes over one that it names after another that it names twice, or that meets nothing. An hour of a zone that nobody
 * knows leaves out none.
 */
export function takeLeftOut({ component, startDate }: ICAL.Event): ICAL.Time[] {
  const properties = component.getAllProperties("exdate");
  component.removeAllProperties("exdate");
  return properties
    .filter((property) => startDate.isDate || !isOfUnknownZone(property))
    .flatMap((property) => property.getValues() as ICAL.Time[]);
}

/** Whether an occurrence is one of those that are named. Where one of the two is a day, the day counts. */
export function amongst(
  named: readonly ICAL.Time[],
  start: ICAL.Time,
  zone: Zone,
): (occurrence: ICAL.Time) => boolean {
  const told = named.map((time) => toldOf(time, start, zone));
  const figuresOf = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`;
  const days = new Set(told.filter(({ isDate }) => isDate).map(figuresOf));
  const instants = new Set(told.filter(({ isDate }) => !isDate).map(instantOf));
  const dayIn = (time: ICAL.Time) => figuresOf(ownFigures(time, zone));
  return (time) => instants.has(instantOf(time)) || (days.size > 0 && days.has(dayIn(time)));
}

/** By whose clocks the day of an occurrence is told: in UTC by the venue's. */
function ownFigures(time: ICAL.Time, zone: Zone): ICAL.Time {
  return isUtc(time) ? byClocksOf(time, zone) : time;
}

/** What RDATE adds as stretches with ends of their own, which the event itself says no more then: its iterator knows starts alone. */
export function takeStretches({ component }: ICAL.Event): ICAL.Period[] {
  const properties = component.getAllProperties("rdate").filter(({ type }) => type === "period");
  for (const property of properties) component.removeProperty(property);
  return properties.flatMap((property) => property.getValues() as ICAL.Period[]);
}

/**
 * Has an event know a change 'of this and the following' by a time of the event's own kind and clocks: it tells by the mere figures
 * which occurrences follow.
 */
export function relateFollowing(event: ICAL.Event, change: ICAL.Component, zone: Zone): void {
  const property = change.getFirstProperty("recurrence-id")!;
  const { startDate } = event;
  const told = toldOf(replacedBy(change), startDate, zone);
  property.removeParameter("tzid");
  property.setValue(
    told.isDate && !startDate.isDate
      ? occurrenceOn(told, startDate, zone)
      : told.convertToZone(startDate.zone),
  );
  event.relateException(change);
}

/** When an occurrence of a series of hours begins on a day. */
function occurrenceOn(day: ICAL.Time, start: ICAL.Time, zone: Zone): ICAL.Time {
  const { year, month, day: first } = ownFigures(start, zone);
  const occurrence = start.clone();
  const firstDay = ICAL.Time.fromData({ year, month, day: first, isDate: true });
  occurrence.addDuration(day.subtractDate(firstDay));
  return occurrence;
}

/**
 * When one that follows a change begins: as long after what is changed as it would have, by the clocks.
 *
 * @param change one that the event was told of (`relateFollowing`)
 */
export function followingAt(occurrence: ICAL.Time, change: ICAL.Event): ICAL.Time {
  const start = change.startDate.clone();
  start.addDuration(occurrence.subtractDate(change.recurrenceId));
  return start;
}

/**
 * When an occurrence ends: at the hour at which its event does, on the same day after its start. By the clocks, as all
 * calendars show it: what passed between the two of the event itself is an hour more in the night when clocks go back.
 *
 * @param item the event that says so: the series, or what is told of its following ones
 */
export function endOf(start: ICAL.Time, item: ICAL.Event, zone: Zone): ICAL.Time {
  const begin = item.startDate;
  const over = isFloating(begin) ? byClocksOf(item.endDate, zone) : item.endDate;
  const end = start.clone();
  const isByClocks = isFloating(over) || over.zone.tzid === begin.zone.tzid;
  if (item.component.hasProperty("duration") || !isByClocks) {
    end.addDuration(item.duration);
    return end;
  }
  // Days that end at an hour.
  if (begin.isDate && !over.isDate) end.isDate = false;
  end.addDuration(over.subtractDate(begin));
  return end;
}
