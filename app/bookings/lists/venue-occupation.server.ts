import { trusted, Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { Day } from "~/platform/days";
import { firstDay, shiftMonth, type Month } from "~/rules/month-grid";
import { listedReservations } from "./listed-reservations.server";

/** How far a venue is taken, for its owner. */
export interface VenueOccupation {
  /** Pending or confirmed reservations. */
  reservations: number;
  /** The days of the month that reservations hold, whole or in part, in order. */
  blockedDays: Day[];
}

/** Counts a venue's live reservations and lists the days that reservations hold in a month. */
export async function venueOccupation(
  venueId: string,
  month: Month,
  now: Date,
): Promise<VenueOccupation> {
  const id = new Types.ObjectId(venueId);
  const [listed, slots] = await Promise.all([
    listedReservations({ venueId: id }, now, ["pending", "capturing", "confirmed"]),
    BookedSlotModel.find(
      {
        venue: id,
        day: trusted({ $gte: firstDay(month), $lt: firstDay(shiftMonth(month, 1)) }),
      },
      { _id: 0, day: 1, reservation: 1 },
    )
      .sort({ day: 1 })
      .lean(),
  ]);
  // Days that the owner closed are told apart here: no index has a filter for them.
  const reserved = slots.filter(({ reservation }) => reservation !== undefined);
  const reservations = listed.filter(
    ({ state }) => state === "pending" || state === "confirmed",
  ).length;
  return { reservations, blockedDays: [...new Set(reserved.map(({ day }) => day))] };
}
