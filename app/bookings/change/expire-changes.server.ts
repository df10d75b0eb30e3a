import { trusted } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { datesKey, unaskedInTime } from "../mail/asking-mails.server";
import { endOverdueChange } from "../record/end-change.server";
import { nameOf, stuckAmong, tellStuck } from "../record/tell-stuck.server";
import { putOffChange } from "./put-off-change.server";

/** How many a turn of the job takes at most; the rest is due at the next one. */
const BATCH = 500;
const AT_ONCE = 8;

/**
 * Gives up the new dates that no owner said yes to in time, and puts off those that they were never asked for. Returns how
 * many were given up.
 *
 * @throws AggregateError once the others had their turn, of those that could not be given up for an hour
 */
export async function expireChanges(now: Date): Promise<number> {
  const late = await ReservationModel.find({ "change.until": trusted({ $lte: now }) })
    .limit(BATCH)
    .lean();
  const unasked = await unaskedInTime(
    late.map((one) => ({ key: datesKey(one), until: one.change!.until })),
    now,
  );
  let expired = 0;
  const stuck = await stuckAmong(
    late,
    async (reservation) => {
      if (unasked.has(datesKey(reservation)) && (await putOffChange(reservation, now))) return;
      if (await endOverdueChange(reservation, now)) expired += 1;
    },
    {
      ...{ concurrency: AT_ONCE, failure: "change of dates not expired", now },
      ...{ since: ({ change }) => change!.until, name: nameOf },
    },
  );
  tellStuck(stuck, "Some changes of dates could not be given up");
  return expired;
}
