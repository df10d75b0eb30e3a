/** The record of what dearer dates cost more: a hold of the half days that their reservation lacks. */
import { Types } from "mongoose";
import type { Reservation } from "@models/reservation";
import { Refusal } from "~/platform/refusal";
import { dearerBy, supplementPrice, type NewTerms } from "~/rules/change-of-dates";
import { isTooLongToHold } from "~/rules/hold-limits";
import { feeThousandthsOf } from "~/rules/price";
import { TERMS_SINCE } from "~/rules/terms";
import { LARGEST_PAYMENT } from "../reserve/reserve.server";
import { newReference } from "../reserve/take-days.server";

/** What a supplement's reference has more than its reservation's, to tell several apart. */
const MARK_LENGTH = 2;

interface Supplementing {
  reservation: Reservation;
  terms: NewTerms;
  /** The owner's connected account. */
  accountId: string;
  holdUntil: Date;
  requestKey: string;
  why: string;
  now: Date;
}

/**
 * Whether dearer dates can be held and paid at all.
 *
 * @throws Refusal("too_expensive" | "hold_too_long")
 */
export function requireHoldable(reservation: Reservation, terms: NewTerms): void {
  if (dearerBy(reservation, terms) > LARGEST_PAYMENT) throw new Refusal("too_expensive");
  if (isTooLongToHold(terms)) throw new Refusal("hold_too_long");
}

/** @returns the record, in `hold`: it is paid as any other */
export function newSupplement(of: Supplementing): Reservation {
  const { reservation, terms, accountId, holdUntil, requestKey, why, now } = of;
  const { startDate, endDate, startSlot, endSlot } = terms;
  const { preparationBefore, preparationAfter, lessor } = reservation;
  return {
    ...{ startDate, endDate, startSlot, endSlot, period: reservation.period },
    ...(preparationBefore && { preparationBefore }),
    ...(preparationAfter && { preparationAfter }),
    ...supplementPrice(reservation, terms),
    ...{ unitPrice: reservation.unitPrice, policy: reservation.policy, accountId },
    feeThousandths: feeThousandthsOf(reservation),
    termsVersion: TERMS_SINCE,
    supplementTo: {
      reservation: reservation._id,
      startDate: reservation.startDate,
      endDate: reservation.endDate,
      startSlot: reservation.startSlot,
      endSlot: reservation.endSlot,
      total: reservation.total,
    },
    _id: new Types.ObjectId(),
    reference: `${reservation.reference}-${newReference().slice(-MARK_LENGTH)}`,
    venueId: reservation.venueId,
    userId: reservation.userId,
    ownerId: reservation.ownerId,
    venueTitle: reservation.venueTitle,
    venueCity: reservation.venueCity,
    ...(lessor && { lessor }),
    // Where the owner is asked they have said yes by now: it is taken at once.
    needValidation: false,
    status: "hold",
    holdUntil,
    attempt: 0,
    refunded: 0,
    hiddenByBuyer: false,
    requestKey,
    history: [{ state: "hold", at: now, by: "buyer", why }],
    createdAt: now,
  };
}
