import { isValidObjectId, trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { moveReservation, type Move } from "./move.server";

/** An owner's answer to a request. */
export interface Answer {
  reservationId: string;
  /** The owner who is logged in; null when a signed link (`readAnswerToken`) vouches for them. */
  ownerId: string | null;
  now: Date;
}

/**
 * Moves a request that still awaits its answer; of several answers at once, one counts.
 *
 * @throws Refusal("not_found" | "already_answered")
 */
export async function answerRequest(
  { reservationId, ownerId, now }: Answer,
  move: Pick<Move, "event" | "why"> & {
    /** A refusal's reason. */
    reason?: string;
  },
): Promise<Reservation> {
  if (!isValidObjectId(reservationId)) throw new Refusal("not_found");
  const own = { _id: reservationId, ...(ownerId !== null && { ownerId }) };
  const request = await ReservationModel.findOne(own).lean();
  if (!request || request.status === "hold" || request.status === "dead") {
    throw new Refusal("not_found");
  }
  const { event, why, reason } = move;
  if (event === "accept" && !(await mayBePaid(request.ownerId))) throw new Refusal("not_found");
  const moved = await moveReservation(request._id, {
    event,
    why,
    ...(reason && { set: { cancellation: { by: "owner", why: reason, at: now } } }),
    from: "pending",
    by: "owner",
    at: now,
    where: { answerBy: trusted({ $gt: now }) },
  });
  if (!moved) throw new Refusal("already_answered");
  return moved;
}

/** A mail's link outlives its owner's ban; what it would accept runs out instead. */
async function mayBePaid(ownerId: Reservation["ownerId"]): Promise<boolean> {
  const owner = await UserModel.findById(ownerId, { bannedAt: 1, deletedAt: 1 }).lean();
  return owner !== null && !owner.bannedAt && !owner.deletedAt;
}
