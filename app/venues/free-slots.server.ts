import { trusted, type ClientSession, type QueryFilter, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { WishModel } from "@models/wish";

/**
 * Gives half days of venues free: the one way in which any is, whoever had it. In the same transaction the
 * venues' waiting lists are marked to be looked at, and the job that does so is asked for once it is
 * committed; a crash in between leaves it to the job's next turn.
 *
 * @param slots which half days, all of them of these venues
 * @returns how many were given free
 */
export async function freeSlots(
  venueIds: readonly Types.ObjectId[],
  slots: QueryFilter<BookedSlot>,
  session: ClientSession,
): Promise<number> {
  const { deletedCount } = await BookedSlotModel.deleteMany(slots, { session });
  await markWishes(venueIds, session);
  return deletedCount;
}

/** Has the waiting lists of venues looked at, once the caller's transaction is committed. */
async function markWishes(
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
