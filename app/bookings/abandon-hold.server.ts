import { isValidObjectId } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { Refusal } from "~/platform/refusal";
import { closeHold } from "./expire-holds.server";

/**
 * Gives an unpaid reservation up and frees its days; its payment page is closed first.
 *
 * @throws Refusal("not_found") when this buyer has no such hold, Refusal("not_cancellable") when
 *   it was paid meanwhile or is being paid right now
 */
export async function abandonHold(
  reservationId: string,
  { buyerId, now }: { buyerId: string; now: Date },
): Promise<void> {
  if (!isValidObjectId(reservationId)) throw new Refusal("not_found");
  const hold = await ReservationModel.findOne({ _id: reservationId, userId: buyerId }).lean();
  if (!hold) throw new Refusal("not_found");
  // Pressed twice, or out of time: it is gone either way.
  if (hold.status === "dead") return;
  if (hold.status !== "hold") throw new Refusal("not_cancellable");
  const why = "Abandonnée par le client avant le paiement";
  const isGone = await closeHold(hold, { event: "abandon", by: "buyer", why, now });
  if (!isGone) throw new Refusal("not_cancellable");
}
