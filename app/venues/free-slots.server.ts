import { trusted, type ClientSession, type QueryFilter, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { WishModel } from "@models/wish";

/**
 * Gives half days of venues free: the one way in which any is, whoever had it, but at deleted venues (`forgetDays`). What a calendar elsewhere says
 * is taken there (docs/decisions/028-calendars.md) becomes that import's instead, in the same transaction, in
 * which the venues' waiting lists are marked to be looked at, too; the job that does so is asked for once it
 * is committed; a crash in between leaves it to the job's next turn.
 *
 * @param slots which half days, all of them of these venues
 * @returns how many were given free
 */
export async function freeSlots(
  venueIds: readonly Types.ObjectId[],
  slots: QueryFilter<BookedSlot>,
  session: ClientSession,
): Promise<number> {
  const handedOver = await wantedElsewhere(venueIds, slots, session);
  const { deletedCount } = await BookedSlotModel.deleteMany(slots, { session });
  if (handedOver.length > 0) await BookedSlotModel.insertMany(handedOver, { session });
  await markWishes(venueIds, session);
  return deletedCount - handedOver.length;
}

/** Those of half days that an import waits for, as they are once the import has them; of several the oldest. */
async function wantedElsewhere(
  venueIds: readonly Types.ObjectId[],
  slots: QueryFilter<BookedSlot>,
  session: ClientSession,
): Promise<BookedSlot[]> {
  const venue = trusted({ $in: [...venueIds] });
  // Written to, all of them: a reading at this very moment conflicts and starts again, and sees what is free.
  const { matchedCount } = await CalendarImportModel.updateMany(
    { venue },
    { $inc: { marks: 1 } },
    { session },
  );
  if (matchedCount === 0) return [];
  const imports = await CalendarImportModel.find({ venue }, "heldByOthers", { session }).lean();
  const blocks = new Map<string, string>();
  for (const { _id, heldByOthers = [] } of imports.sort((a, b) => compareIds(a._id, b._id))) {
    for (const slot of heldByOthers) if (!blocks.has(slot)) blocks.set(slot, _id.toString());
  }
  if (blocks.size === 0) return [];
  const freed = await BookedSlotModel.find(slots, "venue day slot", { session }).lean();
  return freed.flatMap(({ _id, venue, day, slot }) => {
    const block = blocks.get(_id);
    return block === undefined ? [] : [{ _id, venue, day, slot, block }];
  });
}

function compareIds(a: Types.ObjectId, b: Types.ObjectId): number {
  return a.toString() < b.toString() ? -1 : 1;
}

/** Has the waiting lists of venues looked at, once the caller's transaction is committed. */
export async function markWishes(
  venueIds: readonly Types.ObjectId[],
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await WishModel.updateMany(
    { venue: trusted({ $in: [...venueIds] }), state: "waiting" },
    { $set: { lookAt: new Date(0) }, $inc: { marks: 1 } },
    { session },
  );
  // After the commit; after a transaction that failed there is nothing to find, which does no harm.
  if (matchedCount > 0) session.once("ended", () => void enqueue("offer-wishes"));
}
