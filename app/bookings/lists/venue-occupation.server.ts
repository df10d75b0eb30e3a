import { trusted, Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";
import type { Day } from "~/platform/days";
import { firstDay, shiftMonth, type Month } from "../rules/month-grid";
import { whereState } from "../reservation-view.server";

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
  const [reservations, slots] = await Promise.all([
    ReservationModel.countDocuments({
      venueId: id,
      $or: [whereState("pending", now), whereState("confirmed", now)],
    }),
    BookedSlotModel.find(
      {
        venue: id,
        day: trusted({ $gte: firstDay(month), $lt: firstDay(shiftMonth(month, 1)) }),
        reservation: trusted({ $exists: true }),
      },
      { _id: 0, day: 1 },
    )
      .sort({ day: 1 })
      .lean(),
  ]);
  return { reservations, blockedDays: [...new Set(slots.map(({ day }) => day))] };
}
