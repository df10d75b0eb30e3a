import { ReservationModel } from "@models/reservation";
import { Refusal } from "~/platform/web/refusal";
import { whereState } from "../reservation-view.server";

/**
 * Removes an ended or cancelled reservation from its buyer's list; it stays in the books.
 *
 * @throws Refusal("not_found") when there is none such that is over
 */
export async function hideReservation(request: {
  reservationId: string;
  buyerId: string;
  now: Date;
}): Promise<void> {
  const { reservationId, buyerId, now } = request;
  const hidden = await ReservationModel.updateOne(
    {
      _id: reservationId,
      userId: buyerId,
      $or: [whereState("ended", now), whereState("cancelled", now)],
    },
    { $set: { hiddenByBuyer: true } },
  );
  if (hidden.matchedCount === 0) throw new Refusal("not_found");
}
