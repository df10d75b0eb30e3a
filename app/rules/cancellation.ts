import type { Actor } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { parisDayOf, todayInParis } from "~/platform/days";
import { share, type Cents } from "~/platform/money";
import {
  chargedBackInAll,
  givenByRefunds,
  paidInAll,
  refundedInAll,
  returnedByChanges,
  takenInAll,
} from "./paid-parts";
import { effectiveState, isCalledOff, mayCause } from "./reservation-states";
import { percentBy, refundDue } from "./policy";
import { CALLED_OFF_BY_BUYER } from "./reason";

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
  /** Of those, what is with the payer already or on its way: the amount is without it. */
  alreadyBack: number;
}

/**
 * Cents that are to be with the payer in all by what was granted. What banks alone had given them when it was is in it as far
 * as they still have it: nobody decided to give that.
 *
 * @param chargedBack cents that banks have now
 */
export function grantedOf(
  reservation: Pick<Reservation, "grant" | "chargedBack" | "supplements">,
  chargedBack = chargedBackInAll(reservation),
): Cents {
  const { refund = 0, byBanks = 0, banksAlone = 0 } = reservation.grant ?? {};
  return refund - Math.min(banksAlone, Math.max(0, byBanks - chargedBack));
}

/** Cents that are with the payer, or were decided to be and are on their way. */
export function givenBackBy(
  reservation: Pick<
    Reservation,
    "refunded" | "grant" | "chargedBack" | "charged" | "supplements" | "total"
  >,
): Cents {
  const refunded = refundedInAll(reservation);
  return Math.max(refunded, grantedOf(reservation), returnedByChanges(reservation));
}

/**
 * Cents that are to be with the payer in all, as it was decided: by a cancellation, beyond the policy, or
 * because a change of dates lowered the price.
 *
 * @param chargedBack cents that banks have now, where that was read since
 */
export function refundDecided(
  reservation: Pick<
    Reservation,
    "status" | "total" | "charged" | "supplements" | "cancellation" | "grant" | "chargedBack"
  >,
  chargedBack?: Cents,
): Cents {
  const { status, cancellation } = reservation;
  const decided = Math.max(grantedOf(reservation, chargedBack), returnedByChanges(reservation));
  const isOver = status === "dead" || isCalledOff(status);
  return isOver ? Math.max(cancellation?.refund ?? paidInAll(reservation), decided) : decided;
}

/**
 * Whether a cancellation gave nothing back itself: what is with the payer went back for another reason, a change of
 * dates or a refund beyond the policy.
 */
export function gaveNothing(
  reservation: Pick<
    Reservation,
    | "cancellation"
    | "grant"
    | "paidAt"
    | "policy"
    | "startDate"
    | "total"
    | "charged"
    | "refunded"
    | "chargedBack"
    | "supplements"
  >,
): boolean {
  const { cancellation, grant, paidAt, policy, startDate, total } = reservation;
  if (cancellation?.refund === undefined || !paidAt) return false;
  const { by, at, refund } = cancellation;
  const ofIts = share(total, percentBy(by, policy, startDate, parisDayOf(at)));
  const isGranted = grant !== undefined && grant.at < at && grantedOf(reservation) >= refund;
  const returned = returnedByChanges(reservation);
  // Their banks have all that it would give.
  const isOfBanks =
    chargedBackInAll(reservation) >= returned + ofIts && givenByRefunds(reservation) <= returned;
  return ofIts === 0 || isGranted || isOfBanks || refund > returned + ofIts;
}

/** Cents of those that have yet to go back. */
export function refundOwed(reservation: Reservation): Cents {
  const decided = Math.min(takenInAll(reservation), refundDecided(reservation));
  return Math.max(0, decided - refundedInAll(reservation));
}

/**
 * Whether it was this party who called it off, or gave up the days that were held unpaid: not where others took their
 * place, which is its buyer's doing as well.
 */
export function wasCalledOffBy(
  reservation: Pick<Reservation, "status" | "cancellation" | "history">,
  by: Actor,
): boolean {
  if (isCalledOff(reservation.status)) return reservation.cancellation?.by === by;
  if (by !== "buyer" || reservation.status !== "dead") return false;
  return reservation.history.at(-1)?.why === CALLED_OFF_BY_BUYER;
}

/** What cancelling would give back at `now`; null when this actor may not cancel it any more. */
export function previewCancellation(
  reservation: Reservation,
  by: Actor,
  now: Date,
): CancelPreview | null {
  const today = todayInParis(now);
  const state = effectiveState(reservation, now, today);
  if (state === "hold")
    return by === "buyer" ? { kind: "nothing", amount: 0, paid: 0, alreadyBack: 0 } : null;
  if (!mayCause(state, "cancel", by)) return null;
  const { total, policy, startDate, paidAt } = reservation;
  if (!paidAt) return { kind: "release", amount: total, paid: 0, alreadyBack: 0 };
  // The price is what it is now: what a change of dates took off it is no part of that.
  const alreadyBack = givenBackBy(reservation) - returnedByChanges(reservation);
  const amount = refundDue({
    policy,
    firstDay: startDate,
    today,
    paid: total,
    alreadyRefunded: alreadyBack,
    by,
  });
  return { kind: "refund", amount, paid: total, alreadyBack };
}

/**
 * Cents that are to be with the payer in all once this party cancels what `previewCancellation` allows them to. What banks took
 * back counts as given back of it, and is not decided: should they give it back, no more goes to the payer than this.
 */
export function decidedByCancelling(reservation: Reservation, by: Actor, now: Date): Cents {
  if (!reservation.paidAt) return paidInAll(reservation);
  const { policy, startDate, total } = reservation;
  const ofIts = share(total, percentBy(by, policy, startDate, todayInParis(now)));
  const decided = returnedByChanges(reservation) + ofIts;
  return Math.max(decided, givenByRefunds(reservation), grantedOf(reservation, 0));
}
