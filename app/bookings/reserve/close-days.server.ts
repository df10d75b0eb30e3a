import { trusted, Types } from "mongoose";
import { BookedSlotModel, BY_OWNER, type BookedSlot } from "@models/booked-slot";
import { halfOpenRange } from "@models/engine";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction, isDuplicateKey } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { Refusal } from "~/platform/refusal";
import { freeSlots } from "~/venues/free-slots.server";
import { findOwnVenue } from "~/venues/own-venue.server";
import {
  formatPeriod,
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

/** The days of a venue that are closed. */
export interface ClosedPeriods {
  /** By its owner, who may open them again. */
  closed: ClosedPeriod[];
  /** By calendars that it imports, in words. */
  imported: string[];
}

/** The days of a venue that are closed, from today on, as the fewest periods, in order. */
export async function closedPeriods(venueId: string, now: Date): Promise<ClosedPeriods> {
  const slots = await blocksFromToday(venueId, now);
  return {
    closed: unavailablePeriods(slots.filter(isClosedByOwner)).map(toClosedPeriod),
    imported: unavailablePeriods(slots.filter((slot) => !isClosedByOwner(slot))).map(formatPeriod),
  };
}

/** The half days of a venue that its owner closed, from today on. */
export async function closedSlots(venueId: string, now: Date): Promise<DaySlot[]> {
  return (await blocksFromToday(venueId, now)).filter(isClosedByOwner);
}

/** All that closes a venue's days; who did is told here, for no index has a filter for it. */
async function blocksFromToday(venueId: string, now: Date) {
  const slots = await BookedSlotModel.find(
    { venue: new Types.ObjectId(venueId), day: trusted({ $gte: todayInParis(now) }) },
    { _id: 0, day: 1, slot: 1, block: 1 },
  )
    .sort({ day: 1, slot: 1 })
    .lean();
  return slots.filter(({ block }) => block !== undefined);
}

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

/**
 * Closes days of this owner's venue, all of them or none; under the calendar's rules for reserving
 * them.
 *
 * @param request.again a form may be pressed twice: where the owner has closed all of the days already, they stay so
 * @returns the days in words
 * @throws Refusal("not_found"), the calendar's refusals, Refusal("days_not_free") when a reservation
 *   or another closing has some of them, Refusal("unavailable")
 */
export async function closeDays(
  ownerId: string,
  venueId: string,
  { raw, again = false, now }: { raw: RawStayRequest; again?: boolean; now: Date },
): Promise<string> {
  const { _id, time } = await findOwnVenue(ownerId, venueId);
  const checked = validateRequest(raw, {
    period: time,
    today: todayInParis(now),
    // Theirs, for those who come: owners close what they like.
    rules: NO_RULES,
  });
  if (!checked.ok) throw new Refusal(checked.code, { field: "start" });
  const slots = documentsOf(_id, checked.stay);
  try {
    await withMutex(
      slots.map((slot) => slot._id),
      () =>
        inTransaction(async (session) => {
          await BookedSlotModel.insertMany(slots, { session });
        }),
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (!again || !(await areClosed(slots)))
      throw new Refusal("days_not_free", { field: "start", cause: error });
  }
  await bumpContentVersion({ days: [_id.toString()] });
  return formatPeriod(periodOf(checked.stay));
}

/** Whether all of some half days are closed by their owner. */
async function areClosed(slots: readonly { _id: string }[]): Promise<boolean> {
  const ids = slots.map(({ _id }) => _id);
  const taken = await BookedSlotModel.find({ _id: trusted({ $in: ids }) }, { block: 1 }).lean();
  return taken.length === ids.length && taken.every(isClosedByOwner);
}

/**
 * Opens days again that this owner closed; what else takes them stays.
 *
 * @param period both ends included, as `closedPeriods` gave it
 * @returns whether all of them are free; else a calendar that the venue imports closes some from now on
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
  const closed = {
    venue: _id,
    // Up to all that begins with the last day: the day after it may be none that can be written.
    day: halfOpenRange(startDate, `${endDate}~`),
    block: BY_OWNER,
    ...(outside.length > 0 && { $nor: outside }),
  } as const;
  const areFree = await inTransaction(async (session) => {
    const count = await BookedSlotModel.countDocuments(closed, { session });
    return (await freeSlots([_id], closed, session)) === count;
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
