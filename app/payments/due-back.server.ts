import type { ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import type { Cents } from "~/platform/money";
import { refundOwed } from "~/rules/cancellation";
import type { Due } from "~/rules/money-words";
import { paidParts } from "~/rules/paid-parts";
import { casesOf, centsGivenUp } from "./payment-cases.server";

/**
 * What has yet to go back to the payer of each of some reservations. Of those alone that owe something it is asked what of it
 * the office has given up.
 */
export async function dueBackOf(
  reservations: readonly Reservation[],
  transaction?: ClientSession,
): Promise<(reservation: Reservation) => Due> {
  const owing = reservations.filter((reservation) => refundOwed(reservation) > 0);
  const cases = await casesOf(
    owing.map(({ _id }) => _id),
    transaction,
  );
  return (reservation) => {
    const own = cases.filter((one) => one.reservation.equals(reservation._id));
    return dueBeside(reservation, own);
  };
}

/** The same of one. @param own its cases: more may have come to be owed since one was put away */
export function dueBeside(reservation: Reservation, own: Parameters<typeof centsGivenUp>[0]): Due {
  const owed = refundOwed(reservation);
  const givenUp = Math.min(owed, givenUpBeside(reservation, own));
  return givenUp > 0 ? { awaited: owed - givenUp, givenUp } : owed;
}

/**
 * Cents of a reservation's payments that are given up, beside what is with the payer: of no payment more than that leaves, for a
 * bank may take as well what was given up.
 *
 * @param own its cases
 */
export function givenUpBeside(
  reservation: Reservation,
  own: Parameters<typeof centsGivenUp>[0],
): Cents {
  const [rest = 0, ...others] = paidParts(reservation).map(({ total, refunded }) =>
    Math.max(0, total - refunded),
  );
  const isOwn = ({ paymentIntentId }: (typeof own)[number]) =>
    paymentIntentId === reservation.paymentIntentId;
  const ofOthers = centsGivenUp(own.filter((one) => !isOwn(one)));
  const restOfOthers = others.reduce((sum, cents) => sum + cents, 0);
  return Math.min(rest, centsGivenUp(own.filter(isOwn))) + Math.min(restOfOthers, ofOthers);
}
