import { trusted, type ClientSession, type Types } from "mongoose";
import { CalendarImportModel } from "@models/calendar-import";
import { VenueModel } from "@models/venue";
import { freeSlots } from "./free-slots.server";

/**
 * Ends what ties venues that are going to calendars elsewhere, in the caller's transaction: the addresses
 * of their feeds are void, and what they imported is forgotten with its addresses and the days that it closed.
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
  // First, or each would leave its days to the others.
  await CalendarImportModel.deleteMany({ venue: venues }).session(transaction);
  // Whoever waits for days of theirs is told that there will be none.
  await freeSlots(venueIds, { block: trusted({ $in: blocks }) }, transaction);
  await VenueModel.updateMany({ _id: venues }, { $unset: { calendarFeed: 1 } }).session(
    transaction,
  );
}
