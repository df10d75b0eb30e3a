import { trusted } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { isAway } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import { UNANSWERED_BY_OWNER } from "~/rules/reason";
import { nameOf, stuckAmong, tellStuck } from "../record/tell-stuck.server";
import { transitionUpdate } from "../record/transition.server";
import { settleCancelled } from "../payment/settle-cancelled.server";
import { putOffUnasked, type Late } from "./extend-answer.server";

/** How many a turn of the job takes at most; the rest is due at the next one. */
const MOST = 20_000;
const BATCH = 50;
/** While Stripe answers for one batch, the database is busy with another. */
const BATCHES_AT_ONCE = 2;

/**
 * Cancels the requests that their owners did not answer in time, and puts off those that they were never asked to. Returns
 * how many were cancelled. What is to be released of those is the
 * reconciliation's, should it fail. Those of a batch that fails are cancelled one by one.
 *
 * @throws AggregateError once the others had their turn, of those that could not be cancelled for an hour
 */
export async function expireRequests(now: Date): Promise<number> {
  // Looked for once, not for each batch: whatever is due is read to find the first of it.
  const late = await ReservationModel.find(
    { status: "pending", answerBy: trusted({ $lte: now }) },
    { answerBy: 1 },
  )
    .sort({ answerBy: 1 })
    .limit(MOST)
    .lean();
  const batches = Array.from({ length: Math.ceil(late.length / BATCH) }, (_, index) =>
    late.slice(index * BATCH, (index + 1) * BATCH),
  );
  let expired = 0;
  const expire = async (batch: typeof late) => {
    const count = await expireBatch(batch, now);
    expired += count;
  };
  const apart: typeof late = [];
  const together = async (batch: typeof late) => {
    try {
      await expire(batch);
    } catch (error) {
      if (isAway(error)) throw error;
      logger.warn({ err: error }, "requests not expired together");
      apart.push(...batch);
    }
  };
  const atOnce = { concurrency: BATCHES_AT_ONCE };
  await pMapLogged(batches, together, { ...atOnce, failure: "requests not expired" });
  const stuck = await stuckAmong(apart, (one) => expire([one]), {
    ...{ ...atOnce, failure: "request not expired", now },
    ...{ since: ({ answerBy }) => answerBy!, name: nameOf },
  });
  tellStuck(stuck, "Some requests could not be cancelled");
  return expired;
}

async function expireBatch(batch: readonly Late[], now: Date): Promise<number> {
  await putOffUnasked(batch, now);
  const by = "system";
  const mine = { _id: trusted({ $in: batch.map(({ _id }) => _id) }) };
  const timingOut = transitionUpdate({
    from: "pending",
    event: "timeOut",
    by,
    why: UNANSWERED_BY_OWNER,
    at: now,
    set: { cancellation: { by, why: UNANSWERED_BY_OWNER, at: now } },
  });
  const { modifiedCount } = await inTransaction((session) =>
    ReservationModel.updateMany(
      { ...mine, status: "pending", answerBy: trusted({ $lte: now }) },
      timingOut,
      { session },
    ),
  );
  // What someone else has brought to `cancelling` meanwhile is settled along with it.
  const cancelling = await ReservationModel.find({ ...mine, status: "cancelling" }).lean();
  await settleCancelled(cancelling, now);
  return modifiedCount;
}
