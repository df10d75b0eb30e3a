/**
 * How many days may be held without being paid, by one account and by all that come from one address,
 * and how long someone waits after a hold that came to nothing. Otherwise anybody could shut any
 * venue for nothing.
 */
import { SLOTS } from "@models/enumerations";
import { addMinutes, daysBetween, type Day } from "~/platform/days";
import { holdDeadline } from "./reservation-states";
import { MOST_DAYS_HELD } from "./time-rules";

const MOST_HOLDS = 3;
/** Behind one address there may be a household or an office: as much as so many accounts. */
const ACCOUNTS_PER_ADDRESS = 4;
/** Minutes to wait for a venue after the first, the second and each further hold that came to nothing. */
const WAITS = [10, 30, 24 * 60] as const;
/** For so long a hold that came to nothing counts, in minutes. */
const REMEMBERED = 2 * 24 * 60;

/** A hold that nobody has paid: alive, or dead a short while ago. */
export interface UnpaidHold {
  venueId: string;
  startDate: Day;
  endDate: Day;
  /** Its deadline. */
  until: Date;
  /** When it died; null while it is a hold as far as is written down. */
  endedAt: Date | null;
  /** Of the account that wants days now; else of another one at the same address. */
  isOwn: boolean;
}

/** What someone wants to hold now. */
export interface WantedDays {
  venueId: string;
  startDate: Day;
  endDate: Day;
}

export type HoldBound = "holds_full" | "holds_days" | "hold_wait" | "holds_address";

/** Whether days are more than anybody may hold at all. */
export function isTooLongToHold(wanted: { startDate: Day; endDate: Day }): boolean {
  return daysOf(wanted) > MOST_DAYS_HELD;
}

/** Before when a hold that came to nothing is forgotten. */
export function forgottenBefore(now: Date): Date {
  return addMinutes(now, -REMEMBERED);
}

/**
 * Which bound keeps someone from holding days at `now`, and until when; null when none does.
 *
 * @param unpaid those of their account and their address, without the ones that the new hold replaces
 */
export function holdBound(
  wanted: WantedDays,
  unpaid: readonly UnpaidHold[],
  now: Date,
): { code: HoldBound; until: Date } | null {
  const own = unpaid.filter(({ isOwn }) => isOwn);
  return (
    bound("hold_wait", waitUntil(wanted, own, 1), now) ??
    bound(
      "holds_full",
      freeFrom(own, () => 1, MOST_HOLDS - 1, now),
      now,
    ) ??
    bound("holds_days", freeFrom(own, daysOf, MOST_DAYS_HELD - daysOf(wanted), now), now) ??
    bound("holds_address", addressBound(wanted, unpaid, now), now)
  );
}

/** What an account holds without having paid it: half days, and until when. */
export interface HeldUnpaid {
  halfDays: number;
  until: Date;
}

/** An unpaid hold as `wishBound` counts it; null for one that is dead. */
export function heldUnpaid(hold: UnpaidHold): HeldUnpaid | null {
  const { until, endedAt } = hold;
  return endedAt === null ? { halfDays: daysOf(hold) * SLOTS.length, until } : null;
}

/**
 * From when on an account may hold some half days until their owner says yes to them, beside all that it holds unpaid or for
 * other owners' yes; null: at once.
 */
export function wishBound(halfDays: number, held: readonly HeldUnpaid[], now: Date): Date | null {
  const alive = held.map((one) => ({ ...one, endedAt: null }));
  const most = MOST_DAYS_HELD * SLOTS.length;
  return freeFrom(alive, (one) => one.halfDays, most - halfDays, now);
}

/** Until when days taken at `now` wait for their payment: no longer than what they replace. */
export function deadlineOf(replaced: readonly { holdUntil?: Date }[], now: Date): Date {
  const deadlines = [holdDeadline(now), ...replaced.flatMap(({ holdUntil }) => holdUntil ?? [])];
  return new Date(Math.min(...deadlines.map((deadline) => deadline.getTime())));
}

function addressBound(wanted: WantedDays, unpaid: readonly UnpaidHold[], now: Date): Date | null {
  const most = {
    holds: MOST_HOLDS * ACCOUNTS_PER_ADDRESS,
    days: MOST_DAYS_HELD * ACCOUNTS_PER_ADDRESS,
  };
  const bounds = [
    waitUntil(wanted, unpaid, ACCOUNTS_PER_ADDRESS),
    freeFrom(unpaid, () => 1, most.holds - 1, now),
    freeFrom(unpaid, daysOf, most.days - daysOf(wanted), now),
  ];
  const times = bounds.flatMap((until) => until?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function bound(code: HoldBound, until: Date | null, now: Date) {
  return until !== null && until > now ? { code, until } : null;
}

/** Until when to wait for a venue after what came to nothing there, each `share` of them counted once. */
function waitUntil(
  { venueId }: WantedDays,
  unpaid: readonly UnpaidHold[],
  share: number,
): Date | null {
  const ends = unpaid
    .filter((hold) => hold.venueId === venueId && hold.endedAt !== null)
    .map(({ endedAt, until }) => Math.min(endedAt!.getTime(), until.getTime()));
  const count = Math.floor(ends.length / share);
  const minutes = WAITS[Math.min(count, WAITS.length) - 1];
  return minutes === undefined ? null : addMinutes(new Date(Math.max(...ends)), minutes);
}

/** From when on what is alive of the holds comes to `most` at most; null when it does already. */
function freeFrom<Held extends Pick<UnpaidHold, "until" | "endedAt">>(
  unpaid: readonly Held[],
  sizeOf: (hold: Held) => number,
  most: number,
  now: Date,
): Date | null {
  const alive = unpaid
    .filter(({ endedAt, until }) => endedAt === null && until > now)
    .sort((a, b) => a.until.getTime() - b.until.getTime());
  let size = alive.reduce((sum, hold) => sum + sizeOf(hold), 0);
  let until: Date | null = null;
  for (const hold of alive) {
    if (size <= most) break;
    size -= sizeOf(hold);
    until = hold.until;
  }
  return until;
}

function daysOf({ startDate, endDate }: { startDate: Day; endDate: Day }): number {
  return daysBetween(startDate, endDate) + 1;
}
