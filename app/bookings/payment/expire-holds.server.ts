import { trusted } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { nameOf, stuckAmong, tellStuck } from "../record/tell-stuck.server";
import { endHold, OUT_OF_TIME } from "../reserve/end-hold.server";
import { forgetUnpaidHolds } from "../reserve/unpaid-holds.server";

/** How many a turn of the job takes at most; the rest is due at the next one. */
const BATCH = 500;
const AT_ONCE = 8;

/**
 * Ends the holds whose time is over, and forgets whom those counted for that died long ago. Returns how
 * many ended.
 *
 * @throws AggregateError once the others had their turn, of those that could not be ended for an hour
 */
export async function expireHolds(now: Date): Promise<number> {
  const expired = await ReservationModel.find({ status: "hold", holdUntil: trusted({ $lte: now }) })
    .sort({ holdUntil: 1 })
    .limit(BATCH)
    .lean();
  let ended = 0;
  const stuck = await stuckAmong(
    expired,
    async (hold) => {
      if ((await endHold(hold, OUT_OF_TIME, now)) === "freed") ended += 1;
    },
    {
      ...{ concurrency: AT_ONCE, failure: "hold not expired", now },
      ...{ since: ({ holdUntil }) => holdUntil!, name: nameOf },
    },
  );
  await forgetUnpaidHolds(now);
  tellStuck(stuck, "Some holds could not be ended");
  return ended;
}
