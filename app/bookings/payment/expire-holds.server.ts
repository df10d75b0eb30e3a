import { trusted, type QueryFilter } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { untilOutage } from "~/payments/until-outage.server";
import { isAway } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import { NOT_SET } from "~/platform/not-set.server";
import { nameOf, stuckAmong, tellStuck } from "../record/tell-stuck.server";
import { endHold, OUT_OF_TIME } from "../reserve/end-hold.server";
import { forgetUnpaidHolds } from "../reserve/unpaid-holds.server";

/** How many of either kind a turn of the job takes at most; the rest is due at the next one. */
const BATCH = 500;
const AT_ONCE = 8;

/** Of these Stripe need not be asked. */
const WITHOUT_PAYMENT = { paymentIntentId: NOT_SET, checkoutSessionId: NOT_SET, opening: NOT_SET };

/**
 * Ends the holds whose time is over, those first that Stripe knows nothing of, and forgets whom those counted for that died
 * long ago. Once Stripe does not answer, the others that it has to be asked about keep their turn for the next time.
 *
 * @returns how many ended
 * @throws AggregateError once the others had their turn, of those that could not be ended for an hour, and beside them, or by
 * itself, what kept from forgetting; an outage only by itself
 */
export async function expireHolds(now: Date): Promise<number> {
  let ended = 0;
  const end = async (hold: Reservation) => {
    if ((await endHold(hold, OUT_OF_TIME, now)) === "freed") ended += 1;
  };
  const options = {
    ...{ concurrency: AT_ONCE, failure: "hold not expired", now },
    ...{ since: ({ holdUntil }: Reservation) => holdUntil!, name: nameOf },
  };
  const over = { status: "hold", holdUntil: trusted({ $lte: now }) } as const;
  const expired = async (which: QueryFilter<Reservation>) =>
    await ReservationModel.find({ ...over, ...which })
      .sort({ holdUntil: 1 })
      .limit(BATCH)
      .lean();
  const stuck = await stuckAmong(await expired(WITHOUT_PAYMENT), end, options);
  // Of all, for which there is an index: those of before are gone by now, or had their turn.
  const others = (await expired({})).filter(
    (hold) => hold.paymentIntentId ?? hold.checkoutSessionId ?? hold.opening,
  );
  stuck.push(...(await stuckAmong(others, untilOutage(end), options)));
  const [forgotten] = await Promise.allSettled([forgetUnpaidHolds(now)]);
  if (forgotten.status === "rejected") {
    const error: unknown = forgotten.reason;
    if (stuck.length === 0) throw error;
    // What an outage keeps is over with it: named among what is stuck, it would reopen a case that the office has put away.
    if (isAway(error)) logger.error({ err: error }, "unpaid holds not forgotten");
    else stuck.push({ what: "unpaid holds", error });
  }
  tellStuck(stuck, "Some holds could not be ended");
  return ended;
}
