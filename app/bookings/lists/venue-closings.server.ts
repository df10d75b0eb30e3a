import { trusted, type Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";
import type { ClosedHalf, Closings } from "~/rules/bookings-calendar";
import { firstDay, shiftMonth, type Month } from "~/rules/month-grid";
import { isClosedByOwner } from "../reserve/close-days.server";
import type { OwnersVenue } from "./owners-venues.server";

/**
 * What keeps half days of a venue from being had in a month, beside those who booked or asked for them. An unpaid request
 * is nobody's business but its buyer's, and so is what is kept free beside it.
 */
export async function venueClosings(
  { _id: venue, closedWeekdays, imports }: OwnersVenue,
  month: Month,
): Promise<Closings> {
  const slots = await BookedSlotModel.find(
    { venue, day: trusted({ $gte: firstDay(month), $lt: firstDay(shiftMonth(month, 1)) }) },
    { _id: 0, day: 1, slot: 1, block: 1, preparation: 1, reservation: 1 },
  ).lean();
  const beside = slots.flatMap(({ preparation, reservation = [] }) =>
    preparation ? reservation : [],
  );
  const unpaid = await unpaidAmong(beside);
  const names = new Map(imports.map(({ _id, name }) => [_id.toString(), name]));
  const halves = slots.flatMap(({ day, slot, block, preparation, reservation }): ClosedHalf[] => {
    if (block === undefined) {
      const isSeen = preparation && !unpaid.has(String(reservation));
      return isSeen ? [{ day, slot, state: "preparation" }] : [];
    }
    if (isClosedByOwner({ block })) return [{ day, slot, state: "closed" }];
    return [{ day, slot, state: "imported", who: names.get(block) }];
  });
  return { halves, rules: { closedWeekdays } };
}

/** Those of reservations whose days are held and not paid, but for dates that the owner said yes to. */
async function unpaidAmong(ids: readonly Types.ObjectId[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const held = await ReservationModel.find(
    { _id: trusted({ $in: ids }), status: "hold" },
    "supplementTo.agreed",
  ).lean();
  const unpaid = held.filter(({ supplementTo }) => !supplementTo?.agreed);
  return new Set(unpaid.map(({ _id }) => _id.toString()));
}
