import { trusted, type ClientSession, type Types } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, parisMidnight, todayInParis } from "~/platform/days";
import { IS_SET } from "~/platform/not-set.server";
import { SHARED_DAYS } from "~/rules/contact";
import { TAKEN_OUT, forgetWords } from "~/venues/withdraw-venues.server";
import { moneyAwaited, stillNeededOf } from "./departure-obstacles.server";

/** Banks let their customers contest a payment for less than that after the stay; /politique names it. */
export const MONEY_DAYS = 550;

/** What `forgetWords` takes away, photos or not. */
const HOLDING = [
  { "locationIMG.0": IS_SET },
  { description: trusted({ $ne: "" }) },
  ...TAKEN_OUT.map((field) => ({ [field]: IS_SET })),
];

/**
 * Forgets what owners wrote of venues that they deleted, and their photos, once both sides of their last reservation no
 * longer see how to reach each other (decision 047). Street, title and city stay: what their owner was paid is declared
 * by them, and what the books keep has copies of its own.
 *
 * @throws AggregateError once the others had their turn, of those that could not be forgotten
 */
export async function forgetDeletedVenues(now: Date): Promise<void> {
  const firstDay = addDays(todayInParis(now), -SHARED_DAYS);
  const due = {
    deletedAt: trusted({ $lt: parisMidnight(firstDay) }),
    $or: HOLDING,
  };
  const found = await VenueModel.find(due, "_id").lean<{ _id: Types.ObjectId }[]>();
  const forget = ({ _id }: { _id: Types.ObjectId }) =>
    inTransaction(async (transaction) => {
      const [needed] = await stillNeededOf({ venueId: _id }, now, transaction);
      if (needed || (await hadStaySince(_id, firstDay, transaction))) return;
      if (await isMoneyAwaited(_id, now, transaction)) return;
      await forgetWords(_id, transaction);
    });
  const failure = "deleted venue not forgotten";
  const errors = await pMapLogged(found, forget, { concurrency: 1, failure });
  if (errors.length > 0) throw new AggregateError(errors, "Some deleted venues were not forgotten");
}

/** Whether money of a stay of late is on its way, or contested: what was let may have to be shown. */
async function isMoneyAwaited(
  venueId: Types.ObjectId,
  now: Date,
  transaction: ClientSession,
): Promise<boolean> {
  const since = addDays(todayInParis(now), -MONEY_DAYS);
  const stays = { venueId, endDate: trusted({ $gte: since }) };
  const over = await ReservationModel.find(stays, "-history").session(transaction).lean();
  return (await moneyAwaited(over, transaction)).length > 0;
}

/** Whether a stay there, called off or not, ended on that day or later. */
async function hadStaySince(
  venueId: Types.ObjectId,
  firstDay: string,
  transaction: ClientSession,
): Promise<boolean> {
  const stays = {
    venueId,
    status: trusted({ $in: ["confirmed", "ended", "cancelled"] as const }),
    endDate: trusted({ $gte: firstDay }),
  };
  return (await ReservationModel.exists(stays).session(transaction)) !== null;
}
