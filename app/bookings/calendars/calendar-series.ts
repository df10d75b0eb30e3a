/** What a recurring event (RFC 5545) says of its occurrences, as those mean it who write it: more than `ical.js` knows. */
import ICAL from "ical.js";
import { aheadOfUtc, PARIS, type Zone } from "~/platform/zones";
import { isOfUnknownZone } from "./calendar-event";
import { instantOf, isFloating } from "./calendar-times";

/** The rules of an event, put so that its iterator goes on as they mean it. */
export function settleRules({ component, startDate }: ICAL.Event, zone: Zone): void {
  for (const property of component.getAllProperties("rrule")) {
    const rule = property.getFirstValue() as ICAL.Recur;
    if (rule.until) rule.until = lastOf(rule.until, startDate, zone);
    if (rule.freq === "YEARLY") sayWhichDay(rule, startDate);
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

/** The iterator takes 29 February for 1 March in the years that have none, and counts it, unless the rule names the day. */
function sayWhichDay(rule: ICAL.Recur, { month, day }: ICAL.Time): void {
  const saysMore = ["BYMONTHDAY", "BYDAY", "BYYEARDAY", "BYWEEKNO"].some((part) =>
    Object.hasOwn(rule.parts, part),
  );
  // Of several months it would pass over those that have the day, too.
  if (day <= 28 || saysMore || rule.getComponent("BYMONTH").length > 1) return;
  rule.setComponent("BYMONTHDAY", [day]);
  if (!Object.hasOwn(rule.parts, "BYMONTH")) rule.setComponent("BYMONTH", [month]);
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
  const dayIn = (time: ICAL.Time) => figuresOf(isUtc(time) ? byClocksOf(time, zone) : time);
  return (time) => instants.has(instantOf(time)) || (days.size > 0 && days.has(dayIn(time)));
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
