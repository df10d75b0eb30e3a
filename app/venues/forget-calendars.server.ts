import { trusted, type ClientSession, type Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { VenueModel } from "@models/venue";
import { deleteAll } from "~/platform/delete-all.server";
import { leave } from "~/platform/leftovers.server";
import { markWishes } from "./free-slots.server";

/**
 * Ends what ties venues that are going to calendars elsewhere, in the caller's transaction: the addresses
 * of their feeds are void, and what they imported is forgotten with its addresses. The days that it closed, which may be hundreds of
 * thousands, are given free later: nobody can book them.
 */
export async function forgetCalendars(
  venueIds: readonly Types.ObjectId[],
  transaction: ClientSession,
): Promise<void> {
  const venues = trusted({ $in: [...venueIds] });
  const imports = await CalendarImportModel.find({ venue: venues }, "_id")
    .session(transaction)
    .lean();
  const blocks = imports.map(({ _id }) => _id.toString());
  await CalendarImportModel.deleteMany({ venue: venues }).session(transaction);
  if (blocks.length > 0) await leave({ kind: "days", blocks }, transaction);
  // Whoever waits for days of theirs is told that there will be none.
  await markWishes(venueIds, transaction);
  await VenueModel.updateMany({ _id: venues }, { $unset: { calendarFeed: 1 } }).session(
    transaction,
  );
}

/** Gives free what imported calendars, by their ids, closed at venues that are deleted. */
export async function forgetDays(blocks: readonly string[]): Promise<void> {
  for (const block of blocks) await deleteAll(BookedSlotModel, { block });
}
