import type { Reservation } from "@models/reservation";
import type { Cents } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { zoneOf } from "~/platform/zones";
import { previewCancellation, type CancelPreview } from "~/rules/cancellation";
import { mayChangeDates } from "~/rules/change-of-dates";
import { isCalledOff } from "~/rules/reservation-states";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { isCalledOffBy, requireOwn, type Party } from "../record/own-reservation.server";
import { joinedReservation, type Place } from "../record/joined-reservation.server";
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
  const found = await joinedReservation(reservationId, ["venue"]);
  if (found && isCalledOffBy(found.reservation, by)) return { endedAs: found.reservation.status };
  const reservation = requireOwn(found?.reservation, by);
  if (isCalledOff(reservation.status)) return { endedAs: reservation.status };
  return await previewOf({ reservation, venue: found?.venue[0] ?? null }, by, now);
}

async function previewOf(
  { reservation, venue }: { reservation: Reservation; venue: Place | null },
  by: Party,
  now: Date,
): Promise<Cancellable> {
  const preview = previewCancellation(reservation, by.role, now);
  if (!preview) throw new Refusal("not_cancellable");
  const { contested } = (await ledgerMoney([reservation._id]))(reservation._id);
  const mayChange = mayChangeDates(reservation, { by: by.role, contested, venue }, now);
  const view = viewOf(reservation, now, zoneOf(venue?.postalCode));
  return { reservation: view, preview, contested, mayChange };
}
