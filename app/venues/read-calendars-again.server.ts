import { trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import type { Venue } from "@models/venue";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { IS_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { slotOfId } from "~/rules/calendar";
import { isClosedDay } from "~/rules/time-rules";

type VenueAfter = Pick<Venue, "_id" | "closedWeekdays">;

/**
 * Has the calendars that a venue imports read as soon as the caller's transaction is committed, which changes its closed
 * weekdays: on which of them they close days is the venue's to say. Those that are never read stay so. What they found on
 * weekdays that open is theirs at once: until one is read, which its server may refuse for days, it would be anybody's.
 *
 * @param venue as it is from now on
 * @returns whether any half day was taken
 * @throws Refusal("unavailable") where somebody else takes one at the same moment
 */
export async function readCalendarsAgain(
  venue: VenueAfter,
  session: ClientSession,
): Promise<boolean> {
  const imports = await CalendarImportModel.find(
    { venue: venue._id },
    { onClosedDays: 1, heldByOthers: 1 },
    { session },
  )
    // Of several that want one the oldest has it.
    .sort({ _id: 1 })
    .lean();
  let hasTaken = false;
  for (const calendar of imports) {
    if (await takeOpened(calendar, venue, session)) hasTaken = true;
  }
  const { matchedCount } = await CalendarImportModel.updateMany(
    { venue: venue._id, dueAt: IS_SET },
    { $set: { dueAt: new Date() } },
    { session },
  );
  // After the commit; after a transaction that failed there is nothing to find, which does no harm.
  if (matchedCount > 0) session.once("ended", () => void enqueue("sync-calendars"));
  return hasTaken;
}

/** Closes what a calendar found on weekdays that open; what others have of it, it waits for. */
async function takeOpened(
  {
    _id,
    onClosedDays = [],
    heldByOthers = [],
  }: Pick<CalendarImport, "_id" | "onClosedDays" | "heldByOthers">,
  venue: VenueAfter,
  session: ClientSession,
): Promise<boolean> {
  const isStillClosed = (id: string) => isClosedDay(slotOfId(id).day, venue);
  const opened = onClosedDays.filter((id) => !isStillClosed(id));
  if (opened.length === 0) return false;
  const found = await BookedSlotModel.find({ _id: trusted({ $in: opened }) }, "_id", {
    session,
  }).lean();
  const taken = new Set(found.map((slot) => slot._id));
  const free = opened.filter((id) => !taken.has(id));
  await CalendarImportModel.updateOne(
    { _id },
    {
      $set: {
        onClosedDays: onClosedDays.filter(isStillClosed),
        heldByOthers: [...heldByOthers, ...taken],
      },
    },
    { session },
  );
  const block = _id.toString();
  try {
    await BookedSlotModel.insertMany(
      free.map((id) => ({ _id: id, venue: venue._id, ...slotOfId(id), block })),
      { session },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new Refusal("unavailable", { cause: error });
  }
  return free.length > 0;
}
