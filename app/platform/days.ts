/**
 * Calendar days and the few instants the product knows.
 *
 * A `Day` is a `YYYY-MM-DD` string and never an instant: it does not move with a time zone or with
 * daylight saving, it sorts as text and it is stored as it is. Instants are `Date`s in UTC. This is
 * the one module that counts with dates; the current time always comes in as an argument.
 *
 * Functions that are given a `Day` throw a `RangeError` when it is not one. Text that comes from
 * outside goes through `parseDay` or `parseFrenchDay` first.
 */

/** A calendar day, `YYYY-MM-DD`, from 1000-01-01 to 9999-12-31. */
export type Day = string;

/** Twenty-four hours, of limits and delays; the days of a calendar are counted by `addDays`. */
export const DAY_MS = 86_400_000;
export const DAY_MINUTES = 24 * 60;

const MS_PER_MINUTE = 60_000;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const NO_BREAK_SPACE = "\u00A0";

const DAY_SHAPE = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;
const FRENCH_SHAPE = /^(\d{2})([ ./-]?)(\d{2})\2([1-9]\d{3})$/;

const parisClock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Paris",
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

const parisCalendar = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

interface YearMonthDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

/** The day that a `YYYY-MM-DD` text names, or null when there is no such day (2027-02-30). */
export function parseDay(text: string): Day | null {
  return partsOf(text) === null ? null : text;
}

export function isDay(text: string): boolean {
  return partsOf(text) !== null;
}

/**
 * The day that a typed `DD/MM/YYYY` text names, or null when there is no such day. What people write between day, month
 * and year is not always a slash, and may be nothing: some keypads have digits alone.
 */
export function parseFrenchDay(text: string): Day | null {
  const match = FRENCH_SHAPE.exec(text);
  return match === null ? null : parseDay(`${match[4]}-${match[3]}-${match[1]}`);
}

/** `DD/MM/YYYY`. */
export function formatDay(day: Day): string {
  const [year, month, date] = checked(day).split("-");
  return `${date}/${month}/${year}`;
}

/** 'du 11/06/2027 au 13/06/2027', or 'le 11/06/2027' for a single day. */
export function formatDayRange(first: Day, last: Day): string {
  return first === last ? `le ${formatDay(first)}` : `du ${formatDay(first)} au ${formatDay(last)}`;
}

/** French counts the days of a month from its '1er', which no `Intl` writes: 'mardi 1er décembre 2026'. */
export function withFirst(frenchDay: string): string {
  return frenchDay.replace(" 1 ", " 1er ");
}

/** A day in full: 'Jeudi 3 juin 2027'. */
export function formatLongDay(day: Day): string {
  return capitalized(withFirst(parisCalendar.format(parisNoon(day))));
}

/** Negative when `a` is before `b`, positive when it is after, 0 when they are the same day. */
export function compareDays(a: Day, b: Day): number {
  return daysBetween(b, a);
}

/** The day `count` days after `day` (before it when negative). */
export function addDays(day: Day, count: number): Day {
  if (!Number.isInteger(count)) throw new RangeError(`Not days: ${count}`);
  return dayOfNumber(dayNumber(day) + count);
}

/**
 * The same date `count` months later (earlier when negative), or the last day of that month when it
 * has no such date: 2027-08-31 and 6 months give 2028-02-29.
 */
export function addMonths(day: Day, count: number): Day {
  if (!Number.isInteger(count)) throw new RangeError(`Not months: ${count}`);
  const parts = requiredParts(day);
  const months = parts.year * 12 + (parts.month - 1) + count;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return textOf({ year, month, day: Math.min(parts.day, monthLength(year, month)) });
}

/** How many days `last` is after `first`: 0 for the same day, negative when it is before. */
export function daysBetween(first: Day, last: Day): number {
  return dayNumber(last) - dayNumber(first);
}

/** Every day from `first` to `last`, both included; none when `last` is before `first`. */
export function eachDay(first: Day, last: Day): Day[] {
  const start = dayNumber(first);
  const length = Math.max(0, daysBetween(first, last) + 1);
  return Array.from({ length }, (_, index) => dayOfNumber(start + index));
}

/** The day on which `instant` falls in Paris. */
export function parisDayOf(instant: Date): Day {
  return textOf(parisPartsOf(instant));
}

const MS_PER_HOUR = 3_600_000;
let lastToday = { hour: NaN, day: "" };

/**
 * Today in Paris, where `now` is the present instant. Each page asks several times, and a calendar is
 * slow to ask: Paris is whole hours ahead of UTC, so a day holds for the rest of the hour.
 */
export function todayInParis(now: Date): Day {
  const hour = Math.floor(now.getTime() / MS_PER_HOUR);
  if (hour !== lastToday.hour) lastToday = { hour, day: parisDayOf(now) };
  return lastToday.day;
}

/** The instant at which `day` starts in Paris. */
export function parisMidnight(day: Day): Date {
  const wallClock = dayNumber(day) * DAY_MS;
  // The offset read at the wall clock's own figures is the offset of a moment an hour or two too
  // late; reading it again at the result settles the days on which it changed in between.
  const firstGuess = wallClock - parisOffset(new Date(wallClock));
  return new Date(wallClock - parisOffset(new Date(firstGuess)));
}

/** The instant at which the day `count` days before today starts in Paris. */
export function daysAgo(now: Date, count: number): Date {
  return parisMidnight(addDays(todayInParis(now), -count));
}

/** The instant at which the day `count` months before today (`addMonths`) starts in Paris. */
export function monthsAgo(now: Date, count: number): Date {
  return parisMidnight(addMonths(todayInParis(now), -count));
}

const LOCAL_SHAPE = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::00)?$/;

/**
 * The instant of a `YYYY-MM-DDTHH:MM` text, as browsers send it, by the clocks of Paris; null when it is none. Of an
 * hour that the clocks leave out it is the one after, of one that they strike twice the first.
 */
export function parseParisTime(text: string): Date | null {
  const [, day = "", hours, minutes] = LOCAL_SHAPE.exec(text) ?? [];
  if (!isDay(day)) return null;
  const wallClock =
    dayNumber(day) * DAY_MS + (Number(hours) * 60 + Number(minutes)) * MS_PER_MINUTE;
  // As of midnight: before a change of clocks on that day, and after it when the first is not what the clocks say.
  const before = new Date(wallClock - parisOffset(parisMidnight(day)));
  const after = new Date(wallClock - parisOffset(before));
  return parisTimeOf(after) === text.slice(0, 16) ? after : before;
}

/** The reverse of `parseParisTime`, for the value of a field. */
export function parisTimeOf(instant: Date): string {
  const { hour, minute } = parisPartsOf(instant);
  const clock = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return `${parisDayOf(instant)}T${clock}`;
}

/** Noon of `day` in Paris: no clock is changed between it and the midnight that follows. */
export function parisNoon(day: Day): Date {
  return new Date(parisMidnight(addDays(day, 1)).getTime() - DAY_MS / 2);
}

/** The time of day in Paris: '11 h 05', '22 h'. */
export function formatTime(instant: Date): string {
  const { hour, minute } = parisPartsOf(instant);
  const clock = [String(hour), "h"];
  if (minute > 0) clock.push(String(minute).padStart(2, "0"));
  return clock.join(NO_BREAK_SPACE);
}

/** An instant as people in Paris read it: '21/11/2026 à 11 h 05', '21/11/2026 à 22 h'. */
export function formatInstant(instant: Date): string {
  return `${formatDay(parisDayOf(instant))} à ${formatTime(instant)}`;
}

/** An instant in full: 'Vendredi 20 novembre 2026, 14 h 35'. */
export function formatLongInstant(instant: Date): string {
  return `${capitalized(withFirst(parisCalendar.format(instant)))}, ${formatTime(instant)}`;
}

/** The instant `minutes` minutes after `instant` (before it when negative). */
export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MS_PER_MINUTE);
}

/** The instant itself when it is a whole minute, else the next whole minute. */
export function wholeMinute(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / MS_PER_MINUTE) * MS_PER_MINUTE);
}

/** Whole minutes left from `now` until `deadline`, the one begun counted; 0 once it has passed. */
export function minutesUntil(deadline: Date, now: Date): number {
  return Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / MS_PER_MINUTE));
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function partsOf(text: string): YearMonthDay | null {
  const match = DAY_SHAPE.exec(text);
  if (match === null) return null;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  const exists = parts.day >= 1 && parts.day <= monthLength(parts.year, parts.month);
  return exists ? parts : null;
}

function requiredParts(day: Day): YearMonthDay {
  const parts = partsOf(day);
  if (parts === null) throw new RangeError(`Not a day: ${JSON.stringify(day)}`);
  return parts;
}

function checked(day: Day): Day {
  requiredParts(day);
  return day;
}

/** The number of days in a month of the Gregorian calendar; 0 when there is no such month. */
function monthLength(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

function textOf({ year, month, day }: YearMonthDay): Day {
  const pad = (value: number) => String(value).padStart(2, "0");
  return checked(`${year}-${pad(month)}-${pad(day)}`);
}

/** Days since 1970-01-01. */
function dayNumber(day: Day): number {
  const parts = requiredParts(day);
  return Date.UTC(parts.year, parts.month - 1, parts.day) / DAY_MS;
}

function dayOfNumber(count: number): Day {
  const date = new Date(count * DAY_MS);
  return textOf({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  });
}

function parisPartsOf(instant: Date) {
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of parisClock.formatToParts(instant)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  }
  return parts;
}

/** How far the clocks of Paris are ahead of UTC at `instant`, in milliseconds. */
function parisOffset(instant: Date): number {
  const { year, month, day, hour, minute, second } = parisPartsOf(instant);
  const wallClock = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallClock - Math.floor(instant.getTime() / 1000) * 1000;
}
