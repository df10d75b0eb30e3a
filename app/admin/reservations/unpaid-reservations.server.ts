import { ReservationModel } from "@models/reservation";
import { guardsOf, unpaidHolds } from "~/bookings/reserve/unpaid-holds.server";
import { formatInstant } from "~/platform/days";
import { forgottenBefore, holdBound } from "~/rules/hold-limits";
import { toReservationRow, type ReservationRow } from "./list-reservations.server";
import { recordPath } from "../related/supplement-records.server";

/** A payment that is under way, or did not come about. */
export interface UnpaidRow extends ReservationRow {
  /** Of its own, or of what it is a supplement of. */
  href: string;
  /** From when on the account may take these days again, as far as the bounds of unpaid holds say; null: it is no matter of theirs. */
  retry: string | null;
}

/**
 * What an account holds unpaid, and what came to nothing in the last two days, the newest first: for whoever is asked why a
 * payment does not go through. Older ones are not known to be its (`forgetUnpaidHolds`).
 */
export async function unpaidReservations(userId: string, now: Date): Promise<UnpaidRow[]> {
  const guards = guardsOf(userId, undefined);
  const [holds, reservations] = await Promise.all([
    unpaidHolds(guards, []),
    ReservationModel.find({ unpaidBy: guards[0] }).sort({ createdAt: -1 }).lean(),
  ]);
  const forgotten = forgottenBefore(now);
  const counted = holds.filter(({ endedAt }) => endedAt === null || endedAt > forgotten);
  return reservations
    .filter(({ _id }) => counted.some(({ id }) => id.equals(_id)))
    .map((reservation) => {
      const { venueId, startDate, endDate, holdUntil, status, supplementTo } = reservation;
      const row = { ...toReservationRow(reservation, now), href: recordPath(reservation) };
      if (status === "hold" && holdUntil && holdUntil > now) return { ...row, retry: STILL_OPEN };
      const wanted = { venueId: venueId.toString(), startDate, endDate };
      const until = holdBound(wanted, counted, now)?.until;
      return { ...row, retry: supplementTo ? null : retryText(until) };
    });
}

const STILL_OPEN = "le paiement est ouvert";

function retryText(until: Date | undefined): string {
  return until ? `à partir du ${formatInstant(until)}` : "dès maintenant";
}
