import type { Cents } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { previewCancellation, type CancelPreview } from "~/rules/cancellation";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { findReservation, type Party } from "../record/find-reservation.server";
import { viewOf, type ReservationView } from "../record/reservation-view.server";

/**
 * What cancelling a reservation would give back, to be said before anything happens. `contested` is what
 * the payer's bank decides on first, in cents.
 *
 * @throws Refusal("not_found" | "not_cancellable")
 */
export async function cancelPreview(
  reservationId: string,
  by: Party,
  now: Date,
): Promise<{ reservation: ReservationView; preview: CancelPreview; contested: Cents }> {
  const reservation = await findReservation(reservationId, by);
  const preview = previewCancellation(reservation, by.role, now);
  if (!preview) throw new Refusal("not_cancellable");
  const { contested } = (await ledgerMoney([reservation._id]))(reservation._id);
  return { reservation: viewOf(reservation, now), preview, contested };
}
