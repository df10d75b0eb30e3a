/**
 * The days and half days of a reservation: what a request covers, whether it may be made, and how
 * taken half days read as periods. A venue rented by the day takes both halves of each of its days.
 */
import { SLOTS, type Period, type Slot } from "@models/enumerations";
import {
  addDays,
  addMonths,
  compareDays,
  daysBetween,
  eachDay,
  formatDay,
  parseDay,
  parseFrenchDay,
  todayInParis,
  type Day,
} from "~/platform/days";
import {
  firstOpenDay,
  isTimeRefusal,
  NO_RULES,
  ruleAgainst,
  type TimeRefusal,
  type TimeRules,
  type VenueTime,
} from "./time-rules";

/** How far ahead a reservation may end, in months from today. */
const MONTHS_AHEAD = 18;
/** How far ahead days may be closed: well before anybody can reserve them. */
const CLOSING_MONTHS_AHEAD = 36;
/** The longest reservation, in days. */
export const LONGEST_STAY = 366;

/** One half day. */
export interface DaySlot {
  day: Day;
  slot: Slot;
}

/** A stretch of half days, both ends included; `end` is never before `start`. */
export interface SlotPeriod {
  start: DaySlot;
  end: DaySlot;
}

/** A stretch of whole days, both ends included. */
export interface DayRange {
  startDate: Day;
  endDate: Day;
}

/**
 * What a customer reserves. The slots say where the first and the last day begin and end when the
 * venue is rented by the half day; without them, and for a venue rented by the day, they are whole.
 */
export interface StayRequest extends DayRange {
  startSlot?: Slot;
  endSlot?: Slot;
  period: Period;
}

/** A request whose rules have been checked; a reservation has this shape too. */
export interface Stay extends DayRange {
  startSlot: Slot;
  endSlot: Slot;
  period: Period;
}

/** What `validateRequest` says of any venue. */
export const CALENDAR_REFUSALS = [
  "dates_required",
  "day_invalid",
  "slot_invalid",
  "reversed",
  "slots_reversed",
  "too_early",
  "too_late",
  "too_long",
] as const;
export type StayRefusal = (typeof CALENDAR_REFUSALS)[number] | TimeRefusal;

/** Whether a refusal is of the days or slots that were asked for, as `validateRequest` says it. */
export function isStayRefusal(code: string): code is StayRefusal {
  return (CALENDAR_REFUSALS as readonly string[]).includes(code) || isTimeRefusal(code);
}

export type StayCheck = { ok: true; stay: Stay } | { ok: false; code: StayRefusal };

/** What a form or a call sent, before anything is known about it. */
export interface RawStayRequest {
  startDate?: string | null;
  endDate?: string | null;
  startSlot?: string | null;
  endSlot?: string | null;
}

/** What a stay is held to: its venue's unit and rules, and the day it is in Paris. */
export interface StayTerms {
  period: Period;
  today: Day;
  /** The last day that it may have, where that is not the last one that can be reserved. */
  latest?: Day;
  /** The unit of their lengths, where it may be another one: the venue's of today, for a stay that was made before. */
  rules: TimeRules & Partial<Pick<VenueTime, "time">>;
}

/**
 * Checks a request against the calendar's own rules and then the venue's, in the order of `StayRefusal`;
 * whether its days are free is not known here. Days are read as `YYYY-MM-DD` or `DD/MM/YYYY`. Slots count only
 * for a venue rented by the half day.
 */
export function validateRequest(
  raw: RawStayRequest,
  { period, today, latest = latestDay(today), rules }: StayTerms,
): StayCheck {
  const refuse = (code: StayRefusal): StayCheck => ({ ok: false, code });
  const typedStart = raw.startDate?.trim();
  const typedEnd = raw.endDate?.trim();
  if (!typedStart || !typedEnd) return refuse("dates_required");

  const startDate = readDay(typedStart);
  const endDate = readDay(typedEnd);
  if (!startDate || !endDate) return refuse("day_invalid");

  const startSlot = period === "Day" ? "AM" : readSlot(raw.startSlot, "AM");
  const endSlot = period === "Day" ? "PM" : readSlot(raw.endSlot, "PM");
  if (!startSlot || !endSlot) return refuse("slot_invalid");

  const stay = { startDate, endDate, startSlot, endSlot, period };
  if (endDate < startDate) return refuse("reversed");
  if (compareSlots(...endsOf(stay)) > 0) return refuse("slots_reversed");
  if (startDate < earliestDay(today)) return refuse("too_early");
  if (endDate > latest) return refuse("too_late");
  if (daysBetween(startDate, endDate) >= LONGEST_STAY) return refuse("too_long");
  const units = unitsOf({ ...stay, period: rules.time ?? period });
  const broken = ruleAgainst({ startDate, endDate, units }, today, rules);
  return broken ? refuse(broken) : { ok: true, stay };
}

/** The first day that can be reserved when it is `today` in Paris. */
export function earliestDay(today: Day): Day {
  return addDays(today, 1);
}

/** The last day that can be reserved when it is `today` in Paris. */
export function latestDay(today: Day): Day {
  return addMonths(today, MONTHS_AHEAD);
}

/** Every half day that a request covers, in order, each once. Throws when its ends are reversed. */
export function slotsOf(request: StayRequest): DaySlot[] {
  const [start, end] = endsOf(request);
  if (compareSlots(start, end) > 0) throw new RangeError(REVERSED);
  return eachDay(start.day, end.day)
    .flatMap((day) => SLOTS.map((slot) => ({ day, slot })))
    .filter((taken) => compareSlots(start, taken) <= 0 && compareSlots(taken, end) <= 0);
}

/** What a request is charged for: its days, or its half days. Throws when its ends are reversed. */
export function unitsOf(request: StayRequest): number {
  const [start, end] = endsOf(request);
  const days = daysBetween(start.day, end.day);
  const halves = days * SLOTS.length + SLOTS.indexOf(end.slot) - SLOTS.indexOf(start.slot) + 1;
  if (halves < 1) throw new RangeError(REVERSED);
  return request.period === "Day" ? halves / SLOTS.length : halves;
}

/** Whether two stays are of just the same half days. */
export function isSameStay(a: Omit<Stay, "period">, b: Omit<Stay, "period">): boolean {
  return (["startDate", "endDate", "startSlot", "endSlot"] as const).every(
    (field) => a[field] === b[field],
  );
}

/** The identity of a venue's half day, under which it can be taken only once. */
export function slotId(venueId: string, { day, slot }: DaySlot): string {
  return `${venueId}:${day}:${slot}`;
}

/** The half day that `slotId` made an identity of. */
export function slotOfId(id: string): DaySlot {
  const [, day, slot] = id.split(":") as [string, Day, Slot];
  return { day, slot };
}

/** Whether two stretches have a half day in common. */
export function overlaps(a: SlotPeriod, b: SlotPeriod): boolean {
  return compareSlots(a.start, b.end) <= 0 && compareSlots(b.start, a.end) <= 0;
}

/** Half days that a venue cannot be had on, as it is rented: by the day none is left of one of which a half is taken. */
export function asRented(
  slots: readonly DaySlot[],
  { time }: { time: Period },
): readonly DaySlot[] {
  if (time === "Half") return slots;
  const days = [...new Set(slots.map(({ day }) => day))];
  return days.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
}

/** Taken half days, in any order, as the fewest periods that cover just them, in order. */
export function unavailablePeriods(taken: readonly DaySlot[]): SlotPeriod[] {
  const periods: SlotPeriod[] = [];
  for (const { day, slot } of [...taken].sort(compareSlots)) {
    const last = periods.at(-1);
    if (last !== undefined && compareSlots({ day, slot }, shiftSlot(last.end, 1)) <= 0) {
      last.end = { day, slot };
    } else {
      periods.push({ start: { day, slot }, end: { day, slot } });
    }
  }
  return periods;
}

/** 'du 11/06/2027 au 13/06/2027', 'le 11/06/2027 (matin)', 'du 11/06/2027 (après-midi) au …'. */
export function formatPeriod(period: SlotPeriod): string {
  const [from, to] = formatEnds(period);
  return to === undefined ? `le ${from}` : `du ${from} au ${to}`;
}

/** How many stretches are named: more of them nobody reads. */
const NAMED = 8;

/** Stretches in words, one after another: 'le 12/08/2027, du 14/08/2027 au 15/08/2027'. */
export function namedPeriods(texts: readonly string[]): string {
  const more = texts.length - NAMED;
  const named = texts.slice(0, NAMED).join(", ");
  return more > 0 ? `${named} (et ${more} de plus)` : named;
}

/** Its first and its last day, or its only one, each with the half of it where it is not whole: '13/06/2027 (matin)'. */
export function formatEnds({ start, end }: SlotPeriod): [from: string, to?: string] {
  const startsLate = start.slot === "PM" ? PM_NOTE : "";
  const endsEarly = end.slot === "AM" ? AM_NOTE : "";
  if (start.day === end.day) return [formatDay(start.day) + (startsLate || endsEarly)];
  return [formatDay(start.day) + startsLate, formatDay(end.day) + endsEarly];
}

/** The first and the last half day of a request. */
export function periodOf(request: StayRequest): SlotPeriod {
  const [start, end] = endsOf(request);
  return { start, end };
}

const REVERSED = "A stay ends before it starts";
const AM_NOTE = " (matin)";
// Of a no-break hyphen: in a narrow column the other one lets 'midi)' begin the next line.
const PM_NOTE = " (après\u2011midi)";

function endsOf({ startDate, endDate, startSlot, endSlot, period }: StayRequest) {
  const isWhole = period === "Day";
  const start: DaySlot = { day: startDate, slot: isWhole ? "AM" : (startSlot ?? "AM") };
  const end: DaySlot = { day: endDate, slot: isWhole ? "PM" : (endSlot ?? "PM") };
  return [start, end] as const;
}

/** The half day so many later, or earlier when negative. */
export function shiftSlot({ day, slot }: DaySlot, count: number): DaySlot {
  const halves = SLOTS.indexOf(slot) + count;
  const days = Math.floor(halves / SLOTS.length);
  return { day: addDays(day, days), slot: SLOTS[halves - days * SLOTS.length]! };
}

function compareSlots(a: DaySlot, b: DaySlot): number {
  return compareDays(a.day, b.day) || SLOTS.indexOf(a.slot) - SLOTS.indexOf(b.slot);
}

function readDay(typed: string): Day | null {
  return parseDay(typed) ?? parseFrenchDay(typed);
}

/** The slot that was sent, `whole` when none was, null when it is not one. */
function readSlot(typed: string | null | undefined, whole: Slot): Slot | null {
  if (!typed) return whole;
  return SLOTS.find((slot) => slot === typed) ?? null;
}

/** The first and the last day that can be reserved at `now`, at all or by a venue's rules. */
export function dayLimits(now: Date, rules = NO_RULES): { earliest: Day; latest: Day } {
  const today = todayInParis(now);
  return { earliest: firstOpenDay(today, rules), latest: latestDay(today) };
}

/** The last day that an owner can close when it is `today` in Paris. */
export function latestClosing(today: Day): Day {
  return addMonths(today, CLOSING_MONTHS_AHEAD);
}

/** The days of a stay one by one: 'le 11/06/2027 (après-midi)', 'le 12/06/2027'. */
export function stayDays(stay: StayRequest): string[] {
  const { start, end } = periodOf(stay);
  return eachDay(start.day, end.day).map((day) =>
    formatPeriod({
      start: day === start.day ? start : { day, slot: "AM" },
      end: day === end.day ? end : { day, slot: "PM" },
    }),
  );
}
