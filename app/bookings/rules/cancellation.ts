import type { Actor } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import type { Cents } from "~/platform/money";
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
  /** Cents taken so far. */
  paid: number;
}

/** Cents that are with the payer, or were granted to them and are on their way. */
export function givenBackBy({ refunded, grant }: Pick<Reservation, "refunded" | "grant">): Cents {
  return Math.max(refunded, grant?.refund ?? 0);
}

/** Cents that are to be with the payer in all, as it was decided: by a cancellation, or beyond the policy. */
export function refundDecided({
  status,
  total,
  cancellation,
  grant,
}: Pick<Reservation, "status" | "total" | "cancellation" | "grant">): Cents {
  const granted = grant?.refund ?? 0;
  const isOver = status === "cancelling" || status === "cancelled" || status === "dead";
  return isOver ? Math.max(cancellation?.refund ?? total, granted) : granted;
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
  const { total, policy, startDate, paidAt } = reservation;
  if (!paidAt) return { kind: "release", amount: total, paid: 0 };
  const amount = refundDue({
    policy,
    firstDay: startDate,
    today,
    paid: total,
    alreadyRefunded: givenBackBy(reservation),
    by,
  });
  return { kind: "refund", amount, paid: total };
}
