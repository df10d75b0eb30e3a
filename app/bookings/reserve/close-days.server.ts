import { trusted, Types, type ClientSession } from "mongoose";
import { BookedSlotModel, BY_OWNER, type BookedSlot } from "@models/booked-slot";
import { halfOpenRange } from "@models/engine";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { todayInParis } from "~/platform/days";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { IS_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { freeSlots } from "~/venues/free-slots.server";
import { findOwnVenue } from "~/venues/own-venue.server";
import {
  formatPeriod,
  latestClosing,
  namedPeriods,
  periodOf,
  slotId,
  slotsOf,
  unavailablePeriods,
  validateRequest,
  type DaySlot,
  type RawStayRequest,
  type SlotPeriod,
  type Stay,
} from "~/rules/calendar";
import { NO_RULES } from "~/rules/time-rules";

/** A stretch of days that the owner closed; the ends are as the form that reopens it sends them. */
export interface ClosedPeriod extends Pick<
  Stay,
  "startDate" | "endDate" | "startSlot" | "endSlot"
> {
  /** 'du 11/06/2027 au 13/06/2027' */
  text: string;
}

/** The days of a venue that are closed, and whether others are somebody's. */
export interface ClosedPeriods {
  /** By its owner, who may open them again. */
  closed: ClosedPeriod[];
  /** By calendars that it imports, in words. */
  imported: string[];
  /** Whether reservations, requests or what is held for somebody have any. */
  isInUse: boolean;
}

/** The days of a venue that are closed, from today on, as the fewest periods, in order. */
export async function closedPeriods(venueId: string, now: Date): Promise<ClosedPeriods> {
  const taken = await takenFromToday(venueId, now);
  const slots = taken.filter(isClosed);
  return {
    closed: unavailablePeriods(slots.filter(isClosedByOwner)).map(toClosedPeriod),
    imported: unavailablePeriods(slots.filter((slot) => !isClosedByOwner(slot))).map(formatPeriod),
    isInUse: slots.length < taken.length,
  };
}

/** The half days of a venue that its owner closed, from today on. */
export async function closedSlots(venueId: string, now: Date): Promise<DaySlot[]> {
  return (await takenFromToday(venueId, now)).filter(isClosedByOwner);
}

/** All that takes a venue's days; whether it closes them, and who did, is told here, for no index has a filter for it. */
async function takenFromToday(venueId: string, now: Date) {
  return await BookedSlotModel.find(
    { venue: new Types.ObjectId(venueId), day: trusted({ $gte: todayInParis(now) }) },
    { _id: 0, day: 1, slot: 1, block: 1 },
  )
    .sort({ day: 1, slot: 1 })
    .lean();
}

const isClosed = ({ block }: Pick<BookedSlot, "block">) => block !== undefined;

/** Whether it was their owner who closed a half day, and not a calendar that they import. */
export function isClosedByOwner({ block }: Pick<BookedSlot, "block">): boolean {
  return block === BY_OWNER;
}

function toClosedPeriod(period: SlotPeriod): ClosedPeriod {
  const { start, end } = period;
  return {
    startDate: start.day,
    startSlot: start.slot,
    endDate: end.day,
    endSlot: end.slot,
    text: formatPeriod(period),
  };
}

/** What an owner typed, and when. */
interface Typed {
  raw: RawStayRequest;
  now: Date;
}

/**
 * Closes days of this owner's venue, all of them or none.
 *
 * @throws Refusal("not_found"), the calendar's refusals, Refusal("closing_too_late"), Refusal("days_not_free") when a
 *   reservation or another closing has some of them, Refusal("unavailable")
 */
export async function closeDays(ownerId: string, venueId: string, typed: Typed): Promise<void> {
  const { venue, stay } = await typedStretch(ownerId, venueId, typed);
  const slots = documentsOf(venue, stay);
  try {
    await inTurn(slots, async (session) => {
      await BookedSlotModel.insertMany(slots, { session });
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new Refusal("days_not_free", { field: "start", cause: error });
  }
  await bumpContentVersion({ days: [venueId] });
}

/** How often others may take days while free ones are looked for. */
const TRIES = 3;

/** Days that were to be closed. */
interface Closing {
  /** The stretch that was asked for, in words. */
  days: string;
  /** What in it somebody or something else has, who is not said, in words. */
  taken: string[];
}

/**
 * Closes what is free of days of this owner's venue. What they closed before stays so: a form may be pressed twice.
 *
 * @throws Refusal("not_found"), the calendar's refusals, Refusal("closing_too_late"), Refusal("days_all_taken") when
 *   others have all of them, Refusal("unavailable")
 */
export async function closeFreeDays(
  ownerId: string,
  venueId: string,
  typed: Typed,
): Promise<Closing> {
  const { venue, stay } = await typedStretch(ownerId, venueId, typed);
  const slots = documentsOf(venue, stay);
  const others = await closeFree(slots);
  const taken = unavailablePeriods(others).map(formatPeriod);
  if (others.length === slots.length) {
    throw new Refusal("days_all_taken", { field: "start", limit: namedPeriods(taken) });
  }
  await bumpContentVersion({ days: [venueId] });
  return { days: formatPeriod(periodOf(stay)), taken };
}

/** Which half days others have. @throws Refusal("unavailable") where others are faster each time */
async function closeFree(slots: ReturnType<typeof documentsOf>): Promise<DaySlot[]> {
  const ids = slots.map(({ _id }) => _id);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTurn(slots, async (session) => {
        const had = await BookedSlotModel.find(
          { _id: trusted({ $in: ids }) },
          { day: 1, slot: 1, block: 1 },
          { session },
        ).lean();
        const known = new Set(had.map(({ _id }) => _id));
        const free = slots.filter(({ _id }) => !known.has(_id));
        if (free.length > 0) await BookedSlotModel.insertMany(free, { session });
        return had.filter((slot) => !isClosedByOwner(slot));
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (attempt === TRIES) throw new Refusal("unavailable", { cause: error });
    }
  }
}

/** @throws Refusal("not_found"), the calendar's refusals, Refusal("closing_too_late") */
async function typedStretch(ownerId: string, venueId: string, { raw, now }: Typed) {
  const { _id: venue, time } = await findOwnVenue(ownerId, venueId);
  const today = todayInParis(now);
  // The venue's own rules are for those who come: owners close what they like.
  const terms = { period: time, today, latest: latestClosing(today), rules: NO_RULES };
  const checked = validateRequest(raw, terms);
  if (checked.ok) return { venue, stay: checked.stay };
  const code = checked.code === "too_late" ? "closing_too_late" : checked.code;
  throw new Refusal(code, { field: "start" });
}

/** A transaction in the turn of some half days. */
function inTurn<T>(
  slots: readonly { _id: string }[],
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return withMutex(
    slots.map(({ _id }) => _id),
    () => inTransaction(work),
  );
}

/**
 * Opens days of this owner's venue again as they were typed, be they a part of what was closed.
 *
 * @returns as `reopenDays`
 * @throws Refusal("not_found"), the calendar's refusals, Refusal("closing_too_late")
 */
export async function reopenTyped(
  ownerId: string,
  venueId: string,
  typed: Typed,
): Promise<boolean> {
  const { stay } = await typedStretch(ownerId, venueId, typed);
  return await reopenDays(ownerId, venueId, stay);
}

/**
 * Opens days again that this owner closed; what else takes them stays.
 *
 * @param period both ends included, as `closedPeriods` gave it
 * @returns whether nothing closes any of them any more; else a calendar that the venue imports does
 * @throws Refusal("not_found" | "reversed" | "slots_reversed")
 */
export async function reopenDays(
  ownerId: string,
  venueId: string,
  period: Pick<ClosedPeriod, "startDate" | "endDate" | "startSlot" | "endSlot">,
): Promise<boolean> {
  const { _id } = await findOwnVenue(ownerId, venueId);
  const { startDate, endDate, startSlot, endSlot } = period;
  if (endDate < startDate) throw new Refusal("reversed");
  if (startDate === endDate && startSlot > endSlot) throw new Refusal("slots_reversed");
  // The halves of the first and the last day that lie outside the period.
  const outside = [
    ...(startSlot === "PM" ? [{ day: startDate, slot: "AM" as const }] : []),
    ...(endSlot === "AM" ? [{ day: endDate, slot: "PM" as const }] : []),
  ];
  const days = {
    venue: _id,
    // Up to all that begins with the last day: the day after it may be none that can be written.
    day: halfOpenRange(startDate, `${endDate}~`),
    ...(outside.length > 0 && { $nor: outside }),
  } as const;
  const areFree = await inTransaction(async (session) => {
    await freeSlots([_id], { ...days, block: BY_OWNER }, session);
    const stillClosed = { ...days, block: IS_SET };
    return (await BookedSlotModel.exists(stillClosed).session(session)) === null;
  });
  await bumpContentVersion({ days: [_id.toString()] });
  return areFree;
}

function documentsOf(venue: Types.ObjectId, stay: Stay) {
  return slotsOf(stay).map((slot) => ({
    _id: slotId(venue.toString(), slot),
    venue,
    ...slot,
    block: BY_OWNER,
  }));
}
