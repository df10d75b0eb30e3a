import type { Reservation } from "@models/reservation";
import { createPaymentIntent } from "~/payments/create-payment-intent.server";
import { Refusal } from "~/platform/web/refusal";
import { claimAttempt, openClaimed } from "./claim-attempt.server";
import { recordPayment } from "../payment-record.server";
import { reserve, type ReserveRequest } from "../reserve/reserve.server";
import { successPath } from "./start-payment.server";
import { syncReservation } from "./sync-reservation.server";

export type ChargeRequest = ReserveRequest & {
  /** Of the card, made by the form in the page. */
  paymentMethodId: string;
};

/**
 * Reserves and pays in one go, with a card form in the page.
 *
 * @returns where to send the browser: the success page, or the bank's page when it wants to ask
 * @throws Refusal("charge_failed") when the card was refused: the days stay held for another try;
 * Refusal("payment_failed") when the owner cannot be paid; and what `reserve` refuses
 */
export async function charge(request: ChargeRequest): Promise<{ redirectUrl: string }> {
  const { buyer, now, paymentMethodId } = request;
  const hold = await reserve(request);
  const reservationId = hold._id.toString();
  const claim = await claimAttempt(
    { reservationId, buyerId: buyer.id, now },
    (payment) => payment.actionUrl !== null && payment.paymentMethodId === paymentMethodId,
  );
  if (claim.kind === "open") return { redirectUrl: claim.payment.actionUrl! };
  if (claim.kind === "over") return { redirectUrl: successPath(claim.reservation) };
  return { redirectUrl: await pay(claim, request) };
}

async function pay(
  { reservation, customerId }: { reservation: Reservation; customerId: string },
  { paymentMethodId, now }: ChargeRequest,
): Promise<string> {
  const outcome = await openClaimed(reservation, () =>
    createPaymentIntent(reservation, { customerId, paymentMethodId }),
  );
  const intentId = outcome.intentId ?? undefined;
  const written = await recordPayment(reservation, intentId ? { paymentIntentId: intentId } : {});
  if (outcome.kind === "failed") throw new Refusal("charge_failed");
  if (outcome.kind === "action" && written?.status === "hold") return outcome.url;
  const after = await syncReservation(reservation._id.toString(), {
    mentioned: { paymentIntentId: outcome.intentId },
    now,
  });
  if (!after) throw new Refusal("hold_expired");
  return successPath(after);
}
