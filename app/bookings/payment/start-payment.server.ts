import type { Reservation } from "@models/reservation";
import { openCheckout } from "~/payments/open-checkout.server";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/web/refusal";
import { formatPeriod, periodOf } from "../rules/calendar";
import { claimAttempt, openClaimed } from "./claim-attempt.server";
import { recordPayment } from "../payment-record.server";
import { syncReservation } from "./sync-reservation.server";

/** Stripe keeps a page open for 30 minutes at least; past the hold's end we close it ourselves. */
const PAGE_MINUTES_AFTER_HOLD = 31;

/**
 * Opens the hosted payment page for a hold, or gives the one that is open.
 *
 * @returns where to send the browser: the payment page, or the success page when it is paid already
 * @throws Refusal("not_found" | "hold_expired" | "venue_closed" | "payment_failed" | "unavailable")
 */
export async function startPayment(request: {
  reservationId: string;
  buyerId: string;
  now: Date;
}): Promise<string> {
  const claim = await claimAttempt(request, ({ sessionUrl }) => sessionUrl !== null);
  if (claim.kind === "open") return claim.payment.sessionUrl!;
  if (claim.kind === "over") return successPath(claim.reservation);
  const { reservation, customerId } = claim;
  const page = await openClaimed(reservation, () =>
    openCheckout(reservation, {
      customerId,
      description: formatPeriod(periodOf(reservation)),
      expiresAt: addMinutes(reservation.holdUntil!, PAGE_MINUTES_AFTER_HOLD),
    }),
  );
  const written = await recordPayment(reservation, {
    checkoutSessionId: page.sessionId,
    checkoutUrl: page.url,
  });
  if (written?.status === "hold") return page.url;
  // The hold ended while its page was being opened: syncing closes the page.
  await syncReservation(request.reservationId, {
    mentioned: { checkoutSessionId: page.sessionId },
    now: request.now,
  });
  throw new Refusal("hold_expired");
}

/**
 * Where a buyer goes once there is nothing left to pay.
 *
 * @throws Refusal("hold_expired") when that is because it ended
 */
export function successPath({ _id, venueId, status }: Reservation): string {
  if (status === "dead" || status === "cancelled" || status === "cancelling") {
    throw new Refusal("hold_expired");
  }
  return `/reservation/${venueId.toString()}/success?demande=${_id.toString()}`;
}
