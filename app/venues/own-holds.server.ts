import { Types } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { slotsOfHolds } from "~/rules/change-of-dates";

/**
 * The ids of the half days that somebody holds and has not paid, offers of the waiting list among them: they are in
 * nobody's way but others'. One question.
 */
export async function slotsHeldBy(buyerId: string): Promise<Set<string>> {
  const holds = await ReservationModel.find(
    // No more in the filter than its index has, which the embedded engine would not look by then.
    { userId: new Types.ObjectId(buyerId), hiddenByBuyer: false, status: "hold" },
    {
      ...{ _id: 0, venueId: 1, period: 1, preparationBefore: 1, preparationAfter: 1 },
      ...{ startDate: 1, endDate: 1, startSlot: 1, endSlot: 1, supplementTo: 1 },
    },
  ).lean();
  // What other dates cost more is of a reservation that stands beside it.
  return slotsOfHolds(holds.filter(({ supplementTo }) => !supplementTo));
}
