import type { Actor } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { returnedByChanges } from "./change-of-dates";
import { effectiveState, mayCause } from "./reservation-states";
import { refundDue } from "./policy";

/**
 * What a cancellation would do with the money:
 * - `nothing`: there is no payment
 * - `release`: the amount reserved on the card is set free, nothing was taken
 * - `refund`: the amount, 0 included, is given back of what was paid
 */
export interface CancelPreview {
  kind: "nothing" | "release" | "refund";
  /** Cents. */
  amount: number;
  /** Cents taken so far, less those that a change of dates gives back anyway. */
  paid: number;
}

/** What cancelling would give back at `now`; null when this actor may not cancel it any more. */
export function previewCancellation(
  reservation: Reservation,
  by: Actor,
  now: Date,
): CancelPreview | null {
  const today = todayInParis(now);
  const state = effectiveState(reservation, now, today);
  if (state === "hold") return by === "buyer" ? { kind: "nothing", amount: 0, paid: 0 } : null;
  if (!mayCause(state, "cancel", by)) return null;
  const { total, policy, startDate, refunded, paidAt } = reservation;
  if (!paidAt) return { kind: "release", amount: total, paid: 0 };
  const amount = refundDue({
    policy,
    firstDay: startDate,
    today,
    paid: total,
    alreadyRefunded: Math.max(0, refunded - returnedByChanges(reservation)),
    by,
  });
  return { kind: "refund", amount, paid: total };
}
