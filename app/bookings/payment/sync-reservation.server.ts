import { ReservationModel, type Reservation } from "@models/reservation";
import { capturePayment, CaptureRefused, releasePayment } from "~/payments/close-payment.server";
import { giveBack } from "~/payments/give-back.server";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { takeBackLost } from "~/payments/take-back.server";
import { newsOfCancellation } from "../mails.server";
import {
  adoptLostPayment,
  adoptPayment,
  applyArrival,
  applyPayment,
  isOpening,
  refOf,
  type Outcome,
} from "../payment-record.server";
import { refundDecided } from "../rules/cancellation";
import { returnedByChanges } from "../rules/change-of-dates";
import { returnOrphanPayment } from "./return-orphan-payment.server";
import { logger } from "~/platform/log.server";

/** How often others may change a reservation's state while it is being synced. */
const ROUNDS = 5;

/**
 * Brings a reservation in line with its payment: asks Stripe what the payment is now, does what is
 * still to be done there (captures, releases, refunds), and writes the result by conditional
 * updates. Safe to call at any time, any number of times, by any number of callers: webhooks, the
 * pages people return to, use cases that changed the state first, and the reconciliation job.
 *
 * @param mentioned the payment that an event spoke of, which may not be written down yet
 * @returns the reservation as it is then, or null when there is none
 * @throws Refusal("unavailable") when Stripe or the database does not answer
 */
export async function syncReservation(
  reservationId: string,
  { mentioned, now = new Date() }: { mentioned?: PaymentRef; now?: Date } = {},
): Promise<Reservation | null> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const stored = await ReservationModel.findById(reservationId).lean();
    if (!stored) return null;
    let reservation: Reservation = stored;
    if (mentioned) reservation = await adoptPayment(reservation, mentioned);
    if (reservation.opening && !isOpening(reservation, now)) {
      reservation = await adoptLostPayment(reservation);
    }
    const payment = await presentPayment(reservation);
    if (mentioned && !isOwn(mentioned, reservation, payment)) {
      await returnOrphanPayment(mentioned, reservation);
    }
    const after = await settle(reservation, payment, now);
    if (after) return after;
  }
  throw new Error(`Reservation ${reservationId} changed ${ROUNDS} times while being synced`);
}

/**
 * Does at Stripe what a decision calls for, now that it stands. When that fails the decision stands
 * all the same: the reservation stays `capturing` or `cancelling` and the reconciliation job goes on.
 *
 * @returns the reservation as it is then
 */
export async function finishTransition(decided: Reservation, now: Date): Promise<Reservation> {
  try {
    return (await syncReservation(decided._id.toString(), { now })) ?? decided;
  } catch (error) {
    const reservation = decided._id.toString();
    logger.error({ err: error, reservation, state: decided.status }, "left to the reconciliation");
    return decided;
  }
}

/** The payment as it is now; one that is to be released anyway is not asked about first. */
async function presentPayment(reservation: Reservation): Promise<PaymentSnapshot> {
  const { status, paymentIntentId, paidAt } = reservation;
  const ref = refOf(reservation);
  return status === "cancelling" && paymentIntentId && !paidAt
    ? await releasePayment(ref, paymentIntentId)
    : await readPayment(ref);
}

function isOwn(
  mentioned: PaymentRef,
  { checkoutSessionId, paymentIntentId }: Reservation,
  { intentId }: PaymentSnapshot,
): boolean {
  if (mentioned.checkoutSessionId) return mentioned.checkoutSessionId === checkoutSessionId;
  return mentioned.paymentIntentId === (intentId ?? paymentIntentId);
}

/** One step of a sync; null when someone else changed the reservation meanwhile. */
async function settle(
  reservation: Reservation,
  payment: PaymentSnapshot,
  now: Date,
): Promise<Reservation | null> {
  switch (reservation.status) {
    case "hold":
      return await applyArrival(reservation, payment, now);
    case "pending":
      return await applyPayment(reservation, payment, unexpectedEnd(payment, now));
    case "capturing": {
      const { after, isRefused } = await captured(reservation, payment);
      return await applyPayment(reservation, after, answerOutcome(after, now, isRefused));
    }
    case "cancelling": {
      const after = await givenBack(reservation, payment);
      return await applyPayment(reservation, after, {
        event: "settle",
        by: "system",
        why: after.refunded > 0 ? "Montant remboursé" : "Rien à rembourser",
        at: now,
        news: newsOfCancellation(reservation),
      });
    }
    case "cancelled":
    case "dead": {
      const after = await givenBack(reservation, payment);
      // A payment that came after the end: its payer is told, once.
      const isLate = after.charge !== null && reservation.chargeId === undefined;
      const news = isLate ? { news: "payment_returned" as const } : newsOfGrant(reservation, after);
      return await applyPayment(reservation, after, news);
    }
    case "confirmed":
    case "ended": {
      const after =
        refundDecided(reservation) > 0
          ? await givenBack(reservation, payment)
          : await takeBackLost(payment, { ref: refOf(reservation), parties: reservation });
      return await applyPayment(reservation, after, newsOfGrant(reservation, after));
    }
  }
}

/** What the platform gave back beyond the policy, once it is on its way. */
function newsOfGrant(
  { grant, refunded }: Reservation,
  after: PaymentSnapshot,
): { news: "granted" } | null {
  return grant && grant.refund > refunded && after.refunded > refunded ? { news: "granted" } : null;
}

/** A request whose payment was taken or dropped at Stripe without the owner's answer here. */
function unexpectedEnd(payment: PaymentSnapshot, now: Date): Outcome | null {
  return payment.state === "authorised" ? null : answerOutcome(payment, now);
}

/** @param isRefused its payment was given back because Stripe refused to take it */
function answerOutcome(payment: PaymentSnapshot, now: Date, isRefused = false): Outcome | null {
  const common = { by: "system", at: now } as const;
  if (payment.state === "paid") {
    return { ...common, event: "capture", why: "Paiement encaissé", news: "accepted" };
  }
  if (payment.state === "cancelled") {
    const why = isRefused
      ? "Le paiement n’a pas pu être encaissé"
      : "L’autorisation de paiement n’est plus valable";
    const set = { cancellation: { by: "system", why, at: now } } as const;
    const news = isRefused ? "capture_refused" : "voided";
    return { ...common, event: "void", why, set, news };
  }
  return null;
}

/** Takes what is authorised. What Stripe refuses for good is given back to the card instead. */
async function captured(
  reservation: Reservation,
  payment: PaymentSnapshot,
): Promise<{ after: PaymentSnapshot; isRefused: boolean }> {
  const { intentId } = payment;
  if (payment.state !== "authorised" || intentId === null) {
    return { after: payment, isRefused: false };
  }
  const ref = refOf(reservation);
  const id = reservation._id.toString();
  try {
    return { after: await capturePayment(ref, intentId, id), isRefused: false };
  } catch (error) {
    if (!(error instanceof CaptureRefused)) throw error;
    logger.warn({ err: error, reservation: id }, "capture refused, the authorisation is released");
    return { after: await releasePayment(ref, intentId), isRefused: true };
  }
}

/** Sees to it that the buyer has back what changes of dates took off the price. */
async function changesReturned(
  reservation: Reservation,
  payment: PaymentSnapshot,
): Promise<PaymentSnapshot> {
  const target = returnedByChanges(reservation);
  if (target === 0) return payment;
  const key = reservation._id.toString();
  return await giveBack(payment, { ref: refOf(reservation), target, parties: reservation, key });
}

/** Sees to it that the buyer has back what was decided: all of a reservation that is over, unless it says less. */
async function givenBack(
  reservation: Reservation,
  payment: PaymentSnapshot,
): Promise<PaymentSnapshot> {
  // In the same steps as without the cancellation: a refund of a change that is under way at this moment
  // has the same number and amount, and is made once.
  return await giveBack(await changesReturned(reservation, payment), {
    ref: refOf(reservation),
    target: refundDecided(reservation),
    parties: reservation,
    key: reservation._id.toString(),
  });
}
