import { trusted } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isSameStay, type Stay } from "~/rules/calendar";
import { isOverdue } from "~/rules/change-of-dates";
import type { WantedDays } from "~/rules/hold-limits";
import { effectiveState, isCalledOff } from "~/rules/reservation-states";
import { endOverdueChange } from "../record/end-change.server";
import { openingRefusal } from "../record/payment-record.server";
import { endHold, OUT_OF_TIME, type HoldEnd, type HoldEndReason } from "./end-hold.server";
import type { TakenSlot } from "./take-days.server";
import { requireWithinBounds, unpaidHolds } from "./unpaid-holds.server";

/** What the buyer asks for now, to know what they asked for before. */
export interface Wanted extends WantedDays {
  buyerId: string;
  /** Whose unpaid holds it will count among. */
  guards: readonly string[];
  stay: Stay;
  /** Cents. */
  total: number;
  /** What this very request made before has this key, or one that begins with it. */
  requestKey: string;
  /** The reservation whose dates it would change. */
  supplementTo?: string;
}

export const REPLACED = {
  event: "abandon",
  by: "buyer",
  why: "Remplacée par une autre demande du client",
} as const;

/** What was found in the way. */
interface Cleared {
  /**
   * The buyer's own hold when it is for just the same, or what their hold from this very request has
   * become since.
   */
  reusable: Reservation | null;
  /** The buyer's own unpaid holds that were ended for what they want now. */
  replaced: Reservation[];
}

/**
 * Makes way for a reservation: holds whose time is over and the buyer's own unpaid ones are ended
 * properly (Stripe first, days second). Nothing of theirs is ended when someone else has any of the
 * days, or when they may not hold what they want instead.
 *
 * @param taken those of the half days wanted that someone has, or that the buyer has at the venue
 * @throws Refusal("days_taken" | "payment_opening"), and those of `requireWithinBounds`
 */
export async function clearObstacles(
  taken: readonly TakenSlot[],
  wanted: Wanted,
  now: Date,
): Promise<Cleared> {
  if (taken.length === 0) return { reusable: null, replaced: [] };
  if (taken.some(({ reservation }) => !reservation)) throw new Refusal("days_taken");
  const ids = [...new Set(taken.map(({ reservation }) => reservation!.toString()))];
  const holders = await ReservationModel.find({ _id: trusted({ $in: ids }) }).lean();

  const stateOf = (holder: Reservation) => effectiveState(holder, now, todayInParis(now));
  const isOwn = (holder: Reservation) => holder.userId.toString() === wanted.buyerId;
  const isHold = ({ status }: Reservation) => status === "hold";
  const reusable = holders.find(
    (holder) => isOwn(holder) && answers(holder, stateOf(holder), wanted),
  );
  if (reusable) return { reusable, replaced: [] };
  // One that died since it was seen is no obstacle any more.
  const alive = holders.filter(({ status }) => status !== "dead");
  const canGo = (holder: Reservation) => isPast(holder, now) || (isHold(holder) && isOwn(holder));
  if (!alive.every(canGo)) throw new Refusal("days_taken");

  await clearPast(alive, now);
  const own = alive.filter((holder) => !isPast(holder, now));
  if (own.length > 0) {
    requireWithinBounds(wanted, await unpaidHolds(wanted.guards, own), now);
  }
  const replaced: Reservation[] = [];
  for (const hold of own) {
    if ((await end(hold, REPLACED, now)) === "freed") replaced.push(hold);
  }
  return { reusable: null, replaced };
}

/**
 * Whether some of what a reservation holds is held past its time: an unpaid hold, or new dates that nobody
 * said yes to. Whether the rest is in the way is for the next look to find.
 */
export function isPast(holder: Reservation, now: Date): boolean {
  const isDeadHold =
    holder.status === "hold" && effectiveState(holder, now, todayInParis(now)) === "dead";
  return isDeadHold || isOverdue(holder, now);
}

/**
 * Ends what is held past its time.
 *
 * @throws Refusal("payment_opening")
 */
export async function clearPast(holders: readonly Reservation[], now: Date): Promise<void> {
  for (const holder of holders) {
    if (isOverdue(holder, now)) await endOverdueChange(holder, now);
    else if (isPast(holder, now)) await end(holder, OUT_OF_TIME, now);
  }
}

/** @returns what came of it; what was paid meanwhile or changed is for the next look to find */
async function end(hold: Reservation, reason: HoldEndReason, now: Date): Promise<HoldEnd> {
  const outcome = await endHold(hold, reason, now);
  if (outcome === "opening") throw openingRefusal(hold, now);
  return outcome;
}

/** Whether a reservation of the buyer's, in a state, is what they ask for now. */
function answers(own: Reservation, state: ReservationState, wanted: Wanted): boolean {
  if (state === "hold") return isFor(own, wanted);
  const isEnded = state === "dead" || isCalledOff(state);
  return !isEnded && own.requestKey.startsWith(wanted.requestKey);
}

function isFor(hold: Reservation, { stay, total, supplementTo }: Wanted): boolean {
  return (
    hold.supplementTo?.reservation.toString() === supplementTo &&
    hold.total === total &&
    isSameStay(hold, stay)
  );
}
