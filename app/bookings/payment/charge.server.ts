import { isValidObjectId } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import {
  createPaymentIntent,
  type BankQuestion,
  type CardInPage,
} from "~/payments/create-payment-intent.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { Refusal } from "~/platform/refusal";
import { claimAttempt, openClaimed, payAgainIfAdopted } from "./claim-attempt.server";
import { recordPayment } from "../record/payment-record.server";
import { reserve, type ReserveRequest } from "../reserve/reserve.server";
import { successPath, withinPress } from "./start-payment.server";
import { syncReservation } from "./sync-reservation.server";

export type ChargeRequest = ReserveRequest & CardInPage;

/** A hold to pay: the buyer's own, of this venue, at the total that they were shown. */
export type ChargeHeldRequest = CardInPage & {
  reservationId: string;
  venueId: string;
  buyer: { id: string };
  /** Cents. */
  expectedTotal: number;
  now: Date;
};

/**
 * Where to send the browser: the success page, or the bank's page when it wants to ask. With a
 * `clientSecret` the bank asks in our page, by Stripe's script, and the success page comes after that.
 */
export interface Charged {
  redirectUrl: string;
  clientSecret?: string;
}

/**
 * Reserves and pays in one go, with a card form in the page. Answers within a few seconds: when Stripe
 * takes longer, the success page tells what becomes of the payment.
 *
 * @throws Refusal("charge_failed" | "card_…") when the card was refused: the days stay held for another
 * try; Refusal("payment_failed") when the owner cannot be paid; and what `reserve` refuses
 */
export async function charge(request: ChargeRequest): Promise<Charged> {
  return await payHold(await reserve(request), request);
}

/**
 * Pays a hold with a card form in the page: this one or none. When it has been replaced, given up or has
 * run out of time, nothing is reserved in its place; when it is paid already, it is not paid again.
 *
 * @throws Refusal("not_found" | "price_changed" | "hold_expired"), and as `charge` for the card
 */
export async function chargeHeld(request: ChargeHeldRequest): Promise<Charged> {
  const { reservationId, venueId, buyer, expectedTotal } = request;
  const hold = isValidObjectId(reservationId)
    ? await ReservationModel.findOne({ _id: reservationId, userId: buyer.id }).lean()
    : null;
  if (hold?.venueId.toString() !== venueId) throw new Refusal("not_found");
  if (hold.total !== expectedTotal) throw new Refusal("price_changed");
  return await payHold(hold, request);
}

type Payer = CardInPage & Pick<ReserveRequest, "buyer" | "now">;

async function payHold(hold: Reservation, payer: Payer): Promise<Charged> {
  const payment = { reservationId: hold._id.toString() };
  const paying = payAgainIfAdopted(() => claimAndPay(hold, payer));
  return await withinPress(payment, paying, () => ({ redirectUrl: successPath(hold) }));
}

async function claimAndPay(hold: Reservation, payer: Payer): Promise<Charged> {
  const { buyer, now } = payer;
  const claim = await claimAttempt(
    { reservationId: hold._id.toString(), buyerId: buyer.id, now },
    // The same press again, of which nobody heard the answer: the bank still asks.
    (payment) => questionIn(payment) !== null && isOf(payer, payment),
  );
  if (claim.kind === "open") return asked(claim.reservation, questionIn(claim.payment)!);
  if (claim.kind === "over") return { redirectUrl: successPath(claim.reservation) };
  return await pay(claim, payer);
}

function isOf(card: CardInPage, payment: PaymentSnapshot): boolean {
  return "confirmationTokenId" in card
    ? payment.confirmationTokenId === card.confirmationTokenId
    : payment.paymentMethodId === card.paymentMethodId;
}

function questionIn({ actionUrl, clientSecret }: PaymentSnapshot): BankQuestion | null {
  if (actionUrl !== null) return { url: actionUrl };
  return clientSecret === null ? null : { clientSecret };
}

function asked(reservation: Reservation, question: BankQuestion): Charged {
  return "url" in question
    ? { redirectUrl: question.url }
    : { redirectUrl: successPath(reservation), ...question };
}

async function pay(
  { reservation, customerId }: { reservation: Reservation; customerId: string },
  payer: Payer,
): Promise<Charged> {
  const outcome = await openClaimed(reservation, () =>
    createPaymentIntent(reservation, customerId, payer),
  );
  const intentId = outcome.intentId ?? undefined;
  const written = await recordPayment(reservation, intentId ? { paymentIntentId: intentId } : {});
  if (outcome.kind === "failed") throw new Refusal(outcome.why);
  if (outcome.kind === "action" && written?.status === "hold") {
    return asked(written, outcome.question);
  }
  const after = await syncReservation(reservation._id.toString(), {
    mentioned: { paymentIntentId: outcome.intentId },
    now: payer.now,
  });
  if (!after) throw new Refusal("hold_expired");
  return { redirectUrl: successPath(after) };
}
