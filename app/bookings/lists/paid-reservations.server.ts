import type { Types } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { byCreation } from "./listed-reservations.server";

/**
 * Somebody's own reservations whose payment got as far as a charge, whole, newest first: with those that were never
 * paid for but whose money was taken too late and went back, which the ledger alone knows.
 */
export async function paidReservations(userId: Types.ObjectId): Promise<Reservation[]> {
  const own = await ReservationModel.aggregate<Reservation & { taken: unknown[] }>([
    { $match: { userId } },
    {
      $lookup: {
        ...{ from: LedgerEntryModel.collection.name, as: "taken" },
        ...{ localField: "_id", foreignField: "reservation" },
        pipeline: [{ $match: { type: "captured" } }, { $limit: 1 }, { $project: { _id: 1 } }],
      },
    },
  ]);
  // A supplement stands with what it was paid for.
  return own
    .filter(({ supplementTo }) => !supplementTo)
    .filter(({ chargeId, taken }) => chargeId !== undefined || taken.length > 0)
    .sort(byCreation);
}
