import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel } from "@models/wish";
import { inTransaction } from "~/platform/database.server";

/**
 * Somebody on the waiting list wants the days that are held for them: from now on it is a hold like any other,
 * with the time that it has left. Nothing to do for other holds.
 *
 * @returns false when it is an offer no more
 */
export async function sayYes(hold: Reservation, now: Date): Promise<boolean> {
  const { _id, offer } = hold;
  if (!offer) return false;
  return await inTransaction(async (session) => {
    const { matchedCount } = await ReservationModel.updateOne(
      { _id, status: "hold", offer },
      {
        $unset: { offer: 1 },
        $push: {
          history: {
            state: "hold",
            at: now,
            by: "buyer",
            why: "Dates de la liste d’attente prises",
          },
        },
      },
      { session },
    );
    if (matchedCount === 0) return false;
    await WishModel.updateOne(
      { _id: offer, state: "offered" },
      { $set: { state: "taken" }, $unset: { guards: 1 } },
      { session },
    );
    return true;
  });
}
