import { trusted, type ClientSession, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { CalendarImportModel } from "@models/calendar-import";

/**
 * Has the calendars that a venue imports read as soon as the caller's transaction is committed: on which weekdays they close
 * days is the venue's to say. Those that are never read stay so.
 */
export async function readCalendarsAgain(
  venue: Types.ObjectId,
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await CalendarImportModel.updateMany(
    { venue, dueAt: trusted({ $exists: true }) },
    { $set: { dueAt: new Date() } },
    { session },
  );
  // After the commit; after a transaction that failed there is nothing to find, which does no harm.
  if (matchedCount > 0) session.once("ended", () => void enqueue("sync-calendars"));
}
