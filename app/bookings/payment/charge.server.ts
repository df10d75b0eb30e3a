import type { Reservation } from "@models/reservation";
import { createPaymentIntent } from "~/payments/create-payment-intent.server";
import { Refusal } from "~/platform/web/refusal";
import { claimAttempt, openClaimed, payAgainIfAdopted } from "./claim-attempt.server";
import { recordPayment } from "../payment-record.server";
import { reserve, type ReserveRequest } from "../reserve/reserve.server";
import { successPath, withinPress } from "./start-payment.server";
import { syncReservation } from "./sync-reservation.server";

export type ChargeRequest = ReserveRequest & {
  /** Of the card, made by the form in the page. */
  paymentMethodId: string;
};

/**
 * Reserves and pays in one go, with a card form in the page. Answers within a few seconds: when Stripe
 * takes longer, the success page tells what becomes of the payment.
 *
 * @returns where to send the browser: the success page, or the bank's page when it wants to ask
 * @throws Refusal("charge_failed") when the card was refused: the days stay held for another try;
 * Refusal("payment_failed") when the owner cannot be paid; and what `reserve` refuses
 */
export async function charge(request: ChargeRequest): Promise<{ redirectUrl: string }> {
  const hold = await reserve(request);
  const payment = { reservationId: hold._id.toString() };
  const paying = payAgainIfAdopted(() => chargeHold(hold, request));
  const redirectUrl = await withinPress(payment, paying, () => successPath(hold));
  return { redirectUrl };
}

async function chargeHold(hold: Reservation, request: ChargeRequest): Promise<string> {
  const { buyer, now, paymentMethodId } = request;
  const claim = await claimAttempt(
    { reservationId: hold._id.toString(), buyerId: buyer.id, now },
    (payment) => payment.actionUrl !== null && payment.paymentMethodId === paymentMethodId,
  );
  if (claim.kind === "open") return claim.payment.actionUrl!;
  if (claim.kind === "over") return successPath(claim.reservation);
  return await pay(claim, request);
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
