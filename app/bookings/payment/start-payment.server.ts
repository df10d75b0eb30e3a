import type { Reservation } from "@models/reservation";
import { openCheckout } from "~/payments/open-checkout.server";
import { addMinutes } from "~/platform/days";
import { env } from "~/platform/env.server";
import { inTime } from "~/platform/concurrency/in-time";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { isCalledOff } from "~/rules/reservation-states";
import { claimAttempt, openClaimed, payAgainIfAdopted } from "./claim-attempt.server";
import { openingRefusal, recordPayment } from "../record/payment-record.server";
import { syncReservation } from "./sync-reservation.server";

/** Stripe keeps a page open for 30 minutes at least; past the hold's end we close it ourselves. */
const PAGE_MINUTES_AFTER_HOLD = 31;
/** Stripe's most, 24 hours, less the time that our question may take. Past it the next press opens another one. */
const MOST_PAGE_MINUTES = 24 * 60 - 5;

interface PaymentRequest {
  reservationId: string;
  buyerId: string;
  now: Date;
}

/**
 * What a press leads to. Past `PAYMENT_PATIENCE_MS` it is `late`, and what becomes of the payment
 * is written down by itself.
 */
export async function withinPress<T>(
  { reservationId }: Pick<PaymentRequest, "reservationId">,
  work: Promise<T>,
  late: () => T,
): Promise<T> {
  return await inTime(work, env.PAYMENT_PATIENCE_MS, () => {
    work.catch((error: unknown) => {
      logger.warn({ err: error, reservation: reservationId }, "payment not made after all");
    });
    return late();
  });
}

/**
 * Opens the hosted payment page for a hold, or gives the one that is open. Answers within a few seconds:
 * when Stripe takes longer, the page goes on being opened for the next press.
 *
 * @returns where to send the browser: the payment page, or the success page when it is paid already
 * @throws Refusal("not_found" | "hold_expired" | "venue_closed" | "payment_failed" | "payment_opening" |
 * "unavailable")
 */
export async function startPayment(request: PaymentRequest): Promise<string> {
  return await withinPress(
    request,
    payAgainIfAdopted(() => openPage(request)),
    () => {
      // However late Stripe fell silent, what this press has claimed is nobody's by then.
      throw openingRefusal({ opening: request.now }, new Date());
    },
  );
}

async function openPage(request: PaymentRequest): Promise<string> {
  const claim = await claimAttempt(request, ({ sessionUrl }) => sessionUrl !== null);
  if (claim.kind === "open") return claim.payment.sessionUrl!;
  if (claim.kind === "over") return successPath(claim.reservation);
  const { reservation, customerId } = claim;
  const page = await openClaimed(reservation, () =>
    openCheckout(reservation, {
      customerId,
      description: formatPeriod(periodOf(reservation)),
      expiresAt: pageEnd(reservation),
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

/** The same for the same attempt: Stripe is told it again when its answer was lost. */
function pageEnd({ holdUntil, opening }: Reservation): Date {
  const afterHold = addMinutes(holdUntil!, PAGE_MINUTES_AFTER_HOLD);
  const latest = addMinutes(opening!, MOST_PAGE_MINUTES);
  return afterHold < latest ? afterHold : latest;
}

/**
 * Where a buyer goes once there is nothing left to pay.
 *
 * @throws Refusal("hold_expired") when that is because it ended
 */
export function successPath({ _id, venueId, status }: Reservation): string {
  if (status === "dead" || isCalledOff(status)) {
    throw new Refusal("hold_expired");
  }
  return `/reservation/${venueId.toString()}/success?demande=${_id.toString()}`;
}
