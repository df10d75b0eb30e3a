import { trusted } from "mongoose";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";

export type HeldSlot = Pick<BookedSlot, "_id" | "day" | "slot" | "reservation" | "preparation">;

/**
 * Of half days, by their ids, those on which somebody comes here or prepares for that: nothing that nobody has paid yet, which
 * comes and goes.
 */
export async function heldHere(ids: readonly string[]): Promise<HeldSlot[]> {
  if (ids.length === 0) return [];
  const held = await BookedSlotModel.find(
    { _id: trusted({ $in: [...new Set(ids)] }), reservation: trusted({ $exists: true }) },
    "day slot reservation preparation",
  ).lean();
  if (held.length === 0) return [];
  const reservations = held.flatMap(({ reservation }) => reservation ?? []);
  const unpaid = await ReservationModel.find(
    { _id: trusted({ $in: reservations }), status: "hold" },
    "_id",
  ).lean();
  const holds = new Set(unpaid.map(({ _id }) => _id.toString()));
  return held.filter(({ reservation }) => !holds.has(reservation!.toString()));
}
