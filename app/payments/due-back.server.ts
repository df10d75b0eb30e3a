import type { ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { refundOwed } from "~/rules/cancellation";
import type { Due } from "~/rules/money-words";
import { isGivenUp, openCasesOf } from "./payment-cases.server";

/**
 * What has yet to go back to the payer of each of some reservations. Of those alone that owe something it is asked whether
 * the office has put that away.
 */
export async function dueBackOf(
  reservations: readonly Reservation[],
  transaction?: ClientSession,
): Promise<(reservation: Reservation) => Due> {
  const owing = reservations.filter((reservation) => refundOwed(reservation) > 0);
  const cases = await openCasesOf(
    owing.map(({ _id }) => _id),
    transaction,
  );
  return (reservation) => {
    const owed = refundOwed(reservation);
    const own = cases.filter((one) => one.reservation.equals(reservation._id));
    return owed > 0 && isGivenUp(own) ? { givenUp: owed } : owed;
  };
}
