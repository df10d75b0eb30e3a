import { trusted, Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { addDays, todayInParis } from "~/platform/days";
import { earliestDay, latestDay, type DaySlot, type SlotPeriod } from "./calendar";

/** The half days of a venue that cannot be reserved, in order, from tomorrow to 18 months ahead. */
export async function takenSlots(venueId: string, now: Date): Promise<DaySlot[]> {
  const today = todayInParis(now);
  return await BookedSlotModel.find(
    {
      venue: new Types.ObjectId(venueId),
      // Not `$lte`: in the middle of a compound index the embedded engine loses the equal ones.
      day: trusted({ $gte: earliestDay(today), $lt: addDays(latestDay(today), 1) }),
    },
    { _id: 0, day: 1, slot: 1 },
  )
    .sort({ day: 1, slot: 1 })
    .lean();
}

/** The venues with anything taken within a period, for a search that leaves them out. */
export async function busyVenueIds({ start, end }: SlotPeriod): Promise<Types.ObjectId[]> {
  // The halves of the first and the last day that lie outside the period.
  const outside: DaySlot[] = [];
  if (start.slot === "PM") outside.push({ day: start.day, slot: "AM" });
  if (end.slot === "AM") outside.push({ day: end.day, slot: "PM" });
  return await BookedSlotModel.distinct("venue", {
    day: trusted({ $gte: start.day, $lte: end.day }),
    ...(outside.length > 0 && { $nor: outside }),
  });
}
