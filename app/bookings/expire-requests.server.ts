import { trusted, type Types } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { moveUpdate } from "./move.server";
import { settleCancelled } from "./settle-cancelled.server";

const BATCH = 100;
/** How long a turn of the job goes on taking more. */
const TURN_MS = 50_000;
const WHY = "Sans réponse du propriétaire dans les 24 heures";

/** Cancels the requests that their owners did not answer in time. Returns how many. */
export async function expireRequests(now: Date): Promise<number> {
  const end = Date.now() + TURN_MS;
  let expired = 0;
  let taken = BATCH;
  while (taken === BATCH && Date.now() < end) {
    const late = await ReservationModel.find(
      { status: "pending", answerBy: trusted({ $lte: now }) },
      { total: 1 },
    )
      .sort({ answerBy: 1 })
      .limit(BATCH)
      .lean();
    taken = late.length;
    if (taken > 0) expired += await expireBatch(late, now);
  }
  return expired;
}

async function expireBatch(
  late: readonly { _id: Types.ObjectId; total: number }[],
  now: Date,
): Promise<number> {
  const at = now;
  const by = "system";
  const moves = late.map(({ _id, total }) => ({
    updateOne: {
      filter: { _id, status: "pending" as const, answerBy: trusted({ $lte: now }) },
      update: moveUpdate({
        from: "pending",
        event: "timeOut",
        by,
        why: WHY,
        at,
        set: { cancellation: { by, why: WHY, at, refund: total } },
      }),
    },
  }));
  const { modifiedCount } = await ReservationModel.bulkWrite(moves, { ordered: false });
  // What someone else has moved to `cancelling` meanwhile is settled along with it.
  const cancelling = await ReservationModel.find({
    _id: trusted({ $in: late.map(({ _id }) => _id) }),
    status: "cancelling",
  }).lean();
  await settleCancelled(cancelling, now);
  return modifiedCount;
}
