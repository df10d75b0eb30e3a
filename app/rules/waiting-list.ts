/**
 * A venue's waiting list: how long days that came free are held for the person who waits for them, whose turn
 * it is, and which wishes can still come true. Why it is so: docs/decisions/027-waiting-list.md.
 */
import type { Wish } from "@models/wish";
import {
  addDays,
  addMinutes,
  DAY_MINUTES,
  parisMidnight,
  parisTimeOf,
  parseParisTime,
  todayInParis,
  type Day,
} from "~/platform/days";
import { isSameStay, slotId, validateRequest, type Stay, type StayTerms } from "./calendar";
import { heldSlots, type Preparation } from "./preparation";
import { holdDeadline } from "./reservation-states";
import { firstOpenDay } from "./time-rules";

/** How many wishes a person may have open, at all venues together. */
export const MOST_WISHES = 5;
/** For how long days are held for somebody who has waited for them, in minutes. */
export const OFFER_MINUTES = 120;
/** Between these times of Paris people sleep through two hours, and nobody is offered anything: decision 027. */
const NIGHT = { from: "22:00", to: "08:00" } as const;
/**
 * For how long of a day a half day may be held by offers that came to nothing, in minutes: three whole ones. Several accounts of
 * one person would else keep it from everybody, in turn and without paying.
 */
const MOST_IN_VAIN_MINUTES = 3 * OFFER_MINUTES;
/**
 * After how long a wish is looked at again though none of its days came free, in minutes: its person's unpaid
 * holds may have ended, the venue may be for rent again, or ask for other days.
 */
const LOOK_AGAIN_MINUTES = 15;

/** The states in which a wish is somebody's place on the list. */
export const OPEN_WISHES = ["waiting", "offered"] as const;
/** Those in which it is one no more. */
export const OVER_WISHES = ["taken", "lapsed", "withdrawn"] as const;

/** What an offer of a wish is known by: of one that came back to the list there is another one each time. */
export function offerName({ _id, timesBack }: Pick<Wish, "_id" | "timesBack">): string {
  return timesBack ? `${_id.toString()}:${timesBack}` : _id.toString();
}

/** The `requestKey` of its hold. */
export function offerKey(wish: Pick<Wish, "_id" | "timesBack">): string {
  return `attente:${offerName(wish)}`;
}

/** Until when days offered at `now` are held: two hours, and never into their first day. */
export function offerDeadline(now: Date, firstDay: Day): Date {
  const inTime = addMinutes(now, OFFER_MINUTES);
  const begins = parisMidnight(firstDay);
  return begins < inTime ? begins : inTime;
}

/** Whether less is left until then than anybody has to pay: it would be held, and lost, before its mail is read. */
export function isTooShortToOffer(now: Date, until: Date): boolean {
  return until < holdDeadline(now);
}

/** When a wish that cannot be offered at `now` is looked at again; sooner when it is known from when on it may be. */
export function nextLook(now: Date, until?: Date): Date {
  const later = addMinutes(now, LOOK_AGAIN_MINUTES);
  return until && until < later ? until : later;
}

/** An offer that came to nothing: the half days that it held, by their ids, and when. */
export interface VainOffer {
  slots: readonly string[];
  from: Date;
  until: Date;
}

/** From when on an offer in vain counts. */
export function countedInVain(now: Date): Date {
  return addMinutes(now, -DAY_MINUTES);
}

/** The half days that offers of the last 24 hours held in vain for as long as they may: for now they are anybody's. */
export function leftOpen(vain: readonly VainOffer[], now: Date): Set<string> {
  const since = countedInVain(now);
  const held = new Map<string, number>();
  for (const { slots, from, until } of vain) {
    const counted = Math.max(0, until.getTime() - Math.max(from.getTime(), since.getTime()));
    for (const slot of slots) held.set(slot, (held.get(slot) ?? 0) + counted);
  }
  const most = MOST_IN_VAIN_MINUTES * 60_000;
  return new Set([...held].filter(([, ms]) => ms >= most).map(([slot]) => slot));
}

type Dates = Pick<Wish, "startDate" | "endDate" | "startSlot" | "endSlot">;
type Left = Dates & Pick<Wish, "noticeThen">;

/** The half days that a wish needs to be free, its venue's preparation among them. */
export function slotsWished(wish: Dates & Pick<Wish, "venue" | "period">, rules: Preparation) {
  return heldSlots(wish, rules).map((slot) => slotId(wish.venue.toString(), slot));
}

/**
 * What has become of a wish by the calendar's rules and its venue's of today.
 *
 * @returns the stay to offer; `later` while the venue would not rent it so, `never` once its days have come too near
 */
export function prospectOf(wish: Left, terms: StayTerms): Stay | "later" | "never" {
  const check = validateRequest(wish, terms);
  if (!check.ok) return hasPassed(wish, terms) ? "never" : "later";
  // Rented by the day since, it would be more than was wished for.
  return isSameStay(check.stay, wish) ? check.stay : "later";
}

/**
 * Whether it is time that made days too near: they are so by the notice that their venue asked for when they were wished for.
 * Else it asks for more by now, and may do so by mistake. Where what it asked for then is not known, they are once they begin.
 */
function hasPassed({ startDate, noticeThen }: Left, { today, rules }: StayTerms): boolean {
  const { minimumNotice = 1 } = rules;
  const least = Math.min(minimumNotice, noticeThen ?? 1);
  return startDate < firstOpenDay(today, { minimumNotice: least });
}

/** When the night of Paris is over in which `now` is; null by day. */
export function morningAfter(now: Date): Date | null {
  const time = parisTimeOf(now).slice("YYYY-MM-DDT".length);
  if (time >= NIGHT.to && time < NIGHT.from) return null;
  const today = todayInParis(now);
  return parseParisTime(`${time < NIGHT.to ? today : addDays(today, 1)}T${NIGHT.to}`);
}

/**
 * Until when what could be offered at `now` waits for the morning; null: it does not, for it is day, or the morning would be too
 * late to offer it.
 */
export function waitsUntil(wish: Left, terms: StayTerms, now: Date): Date | null {
  const morning = morningAfter(now);
  if (!morning) return null;
  const stay = prospectOf(wish, { ...terms, today: todayInParis(morning) });
  if (typeof stay === "string") return null;
  return isTooShortToOffer(morning, offerDeadline(morning, stay.startDate)) ? null : morning;
}

/** A wish with the half days that it needs. */
export interface InLine {
  slots: readonly string[];
}

/** Whose turn it is: the first in line all of whose half days are free; null when none is. */
export function nextInLine<Waiting extends InLine>(
  line: readonly Waiting[],
  taken: ReadonlySet<string>,
): Waiting | null {
  return line.find(({ slots }) => !slots.some((slot) => taken.has(slot))) ?? null;
}
