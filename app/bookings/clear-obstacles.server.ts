import { trusted } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel, type Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import type { Stay } from "./calendar";
import { closeHold, expireHold } from "./expire-holds.server";
import { effectiveState } from "./life";

/** What the buyer asks for now, to know an earlier hold of theirs for the same. */
interface Wanted {
  buyerId: string;
  stay: Stay;
  /** Cents. */
  total: number;
}

/**
 * Makes way for a reservation: holds whose time is over and the buyer's own unpaid ones are ended
 * properly (Stripe first, days second). Nothing is ended when someone else has any of the days.
 *
 * @param slotIds the half days wanted
 * @returns the buyer's own hold when it is for just the same
 * @throws Refusal("days_taken")
 */
export async function clearObstacles(
  slotIds: readonly string[],
  wanted: Wanted,
  now: Date,
): Promise<{ reusable: Reservation | null }> {
  const taken = await BookedSlotModel.find(
    { _id: trusted({ $in: slotIds }) },
    { reservation: 1 },
  ).lean();
  if (taken.length === 0) return { reusable: null };
  if (taken.some(({ reservation }) => !reservation)) throw new Refusal("days_taken");
  const ids = [...new Set(taken.map(({ reservation }) => reservation!.toString()))];
  const holders = await ReservationModel.find({ _id: trusted({ $in: ids }) }).lean();

  const isOver = (hold: Reservation) => effectiveState(hold, now, todayInParis(now)) === "dead";
  const isOwn = (hold: Reservation) => hold.userId.toString() === wanted.buyerId;
  const canGo = (hold: Reservation) => hold.status === "hold" && (isOver(hold) || isOwn(hold));
  if (!holders.every(canGo)) throw new Refusal("days_taken");
  const reusable = holders.find((hold) => isOwn(hold) && !isOver(hold) && isFor(hold, wanted));
  if (reusable) return { reusable };

  for (const hold of holders) {
    const isFree = isOver(hold)
      ? await expireHold(hold, now)
      : await closeHold(hold, {
          event: "abandon",
          by: "buyer",
          why: "Remplacée par une autre demande du client",
          now,
        });
    if (!isFree) throw new Refusal("days_taken");
  }
  return { reusable: null };
}

function isFor(hold: Reservation, { stay, total }: Wanted): boolean {
  return (
    hold.total === total &&
    hold.startDate === stay.startDate &&
    hold.startSlot === stay.startSlot &&
    hold.endDate === stay.endDate &&
    hold.endSlot === stay.endSlot
  );
}
