import { trusted, Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { todayInParis, type Day } from "~/platform/days";
import { earliestDay, latestDay, type DaySlot, type SlotPeriod } from "./calendar";

/** The half days of a venue that cannot be reserved, in order, from tomorrow to 18 months ahead. */
export async function takenSlots(venueId: string, now: Date): Promise<DaySlot[]> {
  const today = todayInParis(now);
  return await BookedSlotModel.find(
    {
      venue: new Types.ObjectId(venueId),
      day: trusted({ $gte: earliestDay(today), $lte: latestDay(today) }),
    },
    { _id: 0, day: 1, slot: 1 },
  )
    .sort({ day: 1, slot: 1 })
    .lean();
}

/** The venues with anything taken within a period, for a search that leaves them out. */
export async function busyVenueIds({ start, end }: SlotPeriod): Promise<Types.ObjectId[]> {
  return await BookedSlotModel.distinct("venue", {
    day: trusted({ $gte: start.day, $lte: end.day }),
    $nor: [...outside(start, "AM", "PM"), ...outside(end, "PM", "AM")],
  });
}

/** The half of an end's day that lies outside the period, if any. */
function outside(
  end: DaySlot,
  inner: "AM" | "PM",
  excludedWhen: "AM" | "PM",
): { day: Day; slot: string }[] {
  return end.slot === excludedWhen ? [{ day: end.day, slot: inner }] : [];
}
