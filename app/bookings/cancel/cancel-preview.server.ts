import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel } from "@models/venue";
import type { Cents } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { previewCancellation, type CancelPreview } from "~/rules/cancellation";
import { mayChangeDates } from "~/rules/change-of-dates";
import { isCalledOff } from "~/rules/reservation-states";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { isCalledOffBy, requireOwn, type Party } from "../record/own-reservation.server";
import { viewOf, type ReservationView } from "../record/reservation-view.server";

/** `contested` is what the payer's bank decides on first, in cents; `mayChange` whether the buyer may have other dates instead. */
interface Cancellable {
  reservation: ReservationView;
  preview: CancelPreview;
  contested: Cents;
  mayChange: boolean;
}

/**
 * What cancelling a reservation would give back, to be said before anything happens. One that is called off already has
 * nothing to ask: `endedAs` is what it is now, for another page to say what became of it.
 *
 * @throws Refusal("not_found" | "not_cancellable")
 */
export async function cancelPage(
  reservationId: string,
  by: Party,
  now: Date,
): Promise<Cancellable | { endedAs: Reservation["status"] }> {
  // By its id alone, which an index has: with its owner in the filter all others' would be looked through.
  const found = await ReservationModel.findById(reservationId).lean();
  if (found && isCalledOffBy(found, by)) return { endedAs: found.status };
  const reservation = requireOwn(found, by);
  if (isCalledOff(reservation.status)) return { endedAs: reservation.status };
  return await previewOf(reservation, by, now);
}

async function previewOf(reservation: Reservation, by: Party, now: Date): Promise<Cancellable> {
  const preview = previewCancellation(reservation, by.role, now);
  if (!preview) throw new Refusal("not_cancellable");
  const { contested } = (await ledgerMoney([reservation._id]))(reservation._id);
  const { venueId } = reservation;
  const venue =
    by.role === "owner" ? await VenueModel.findById(venueId, "listed status").lean() : null;
  const mayChange = mayChangeDates(reservation, { by: by.role, contested, venue }, now);
  return { reservation: viewOf(reservation, now), preview, contested, mayChange };
}
