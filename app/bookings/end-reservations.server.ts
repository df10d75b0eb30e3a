import { trusted } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { moveUpdate } from "./move.server";

/** Ends the confirmed reservations whose last day is over. Returns how many. */
export async function endReservations(now: Date): Promise<number> {
  const ended = await ReservationModel.updateMany(
    { status: "confirmed", endDate: trusted({ $lt: todayInParis(now) }) },
    moveUpdate({ from: "confirmed", event: "end", by: "system", why: "Dates passées", at: now }),
  );
  return ended.modifiedCount;
}
