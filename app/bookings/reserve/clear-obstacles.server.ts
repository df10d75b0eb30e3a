import { trusted } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/web/refusal";
import type { Stay } from "../rules/calendar";
import { endHold, OUT_OF_TIME } from "./end-hold.server";
import { effectiveState } from "../rules/reservation-states";
import type { TakenSlot } from "./take-days.server";

/** What the buyer asks for now, to know what they asked for before. */
interface Wanted {
  buyerId: string;
  stay: Stay;
  /** Cents. */
  total: number;
  /** What this very request made before has this key, or one that begins with it. */
  requestKey: string;
}

const REPLACED = {
  event: "abandon",
  by: "buyer",
  why: "Remplacée par une autre demande du client",
} as const;

/**
 * Makes way for a reservation: holds whose time is over and the buyer's own unpaid ones are ended
 * properly (Stripe first, days second). Nothing is ended when someone else has any of the days.
 *
 * @param taken those of the half days wanted that someone has
 * @returns the buyer's own hold when it is for just the same, or what their hold from this very request
 * has become since
 * @throws Refusal("days_taken")
 */
export async function clearObstacles(
  taken: readonly TakenSlot[],
  wanted: Wanted,
  now: Date,
): Promise<{ reusable: Reservation | null }> {
  if (taken.length === 0) return { reusable: null };
  if (taken.some(({ reservation }) => !reservation)) throw new Refusal("days_taken");
  const ids = [...new Set(taken.map(({ reservation }) => reservation!.toString()))];
  const holders = await ReservationModel.find({ _id: trusted({ $in: ids }) }).lean();

  const stateOf = (holder: Reservation) => effectiveState(holder, now, todayInParis(now));
  const isOver = (hold: Reservation) => stateOf(hold) === "dead";
  const isOwn = (holder: Reservation) => holder.userId.toString() === wanted.buyerId;
  const canGo = (hold: Reservation) => hold.status === "hold" && (isOver(hold) || isOwn(hold));
  const reusable = holders.find(
    (holder) => isOwn(holder) && answers(holder, stateOf(holder), wanted),
  );
  if (reusable) return { reusable };
  if (!holders.every(canGo)) throw new Refusal("days_taken");

  for (const hold of holders) {
    const outcome = await endHold(hold, isOver(hold) ? OUT_OF_TIME : REPLACED, now);
    if (outcome !== "freed") throw new Refusal("days_taken");
  }
  return { reusable: null };
}

/** Whether a reservation of the buyer's, in a state, is what they ask for now. */
function answers(own: Reservation, state: ReservationState, wanted: Wanted): boolean {
  if (state === "hold") return isFor(own, wanted);
  const isEnded = state === "dead" || state === "cancelling" || state === "cancelled";
  return !isEnded && own.requestKey.startsWith(wanted.requestKey);
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
