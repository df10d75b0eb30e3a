import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { each } from "./each.server";
import { finishMove } from "./finish-move.server";
import { moveReservation } from "./move.server";

const BATCH = 200;
const AT_ONCE = 8;
/** How long a turn of the job goes on taking more. */
const TURN_MS = 50_000;

/** Cancels the requests that their owners did not answer in time. Returns how many. */
export async function expireRequests(now: Date): Promise<number> {
  const end = Date.now() + TURN_MS;
  let expired = 0;
  let taken = BATCH;
  while (taken === BATCH && Date.now() < end) {
    const late = await ReservationModel.find({
      status: "pending",
      answerBy: trusted({ $lte: now }),
    })
      .sort({ answerBy: 1 })
      .limit(BATCH)
      .lean();
    taken = late.length;
    await each(late, AT_ONCE, "request not expired", async (request) => {
      if (await expireRequest(request, now)) expired += 1;
    });
  }
  return expired;
}

async function expireRequest({ _id, total }: Reservation, now: Date): Promise<boolean> {
  const why = "Sans réponse du propriétaire dans les 24 heures";
  const moved = await moveReservation(_id, {
    from: "pending",
    event: "timeOut",
    by: "system",
    why,
    at: now,
    where: { answerBy: trusted({ $lte: now }) },
    set: { cancellation: { by: "system", why, at: now, refund: total } },
  });
  if (moved) await finishMove(moved, now);
  return moved !== null;
}
