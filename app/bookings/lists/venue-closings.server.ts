import { trusted } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { ClosedHalf, Closings } from "~/rules/bookings-calendar";
import { firstDay, shiftMonth, type Month } from "~/rules/month-grid";
import { isClosedByOwner } from "../reserve/close-days.server";
import type { OwnersVenue } from "./owners-venues.server";

/** What keeps half days of a venue from being had in a month, beside those who booked or asked for them. */
export async function venueClosings(
  { _id: venue, closedWeekdays, imports }: OwnersVenue,
  month: Month,
): Promise<Closings> {
  const slots = await BookedSlotModel.find(
    { venue, day: trusted({ $gte: firstDay(month), $lt: firstDay(shiftMonth(month, 1)) }) },
    { _id: 0, day: 1, slot: 1, block: 1, preparation: 1 },
  ).lean();
  const names = new Map(imports.map(({ _id, name }) => [_id.toString(), name]));
  const halves = slots.flatMap(({ day, slot, block, preparation }): ClosedHalf[] => {
    if (block === undefined) return preparation ? [{ day, slot, state: "preparation" }] : [];
    if (isClosedByOwner({ block })) return [{ day, slot, state: "closed" }];
    return [{ day, slot, state: "imported", who: names.get(block) }];
  });
  return { halves, rules: { closedWeekdays } };
}
