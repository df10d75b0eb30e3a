import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { capturePayment, CaptureRefused, releasePayment } from "~/payments/close-payment.server";
import { followOthers, giveBack } from "~/payments/give-back.server";
import { dueBackOf } from "~/payments/due-back.server";
import { partiesOf } from "~/payments/movements";
import { givenUpOf } from "~/payments/payment-cases.server";
import { readPayment, withItsPage, type PaymentRef } from "~/payments/read-payment.server";
import { isGivenBack, type PaymentSnapshot } from "~/payments/snapshot";
import { isWait } from "~/payments/spent-keys.server";
import { refundDecided } from "~/rules/cancellation";
import { awaitedOf } from "~/rules/money-words";
import { givenByRefunds, paidParts, refundedInAll, type PaidPart } from "~/rules/paid-parts";
import { GIVEN_BACK_UNHEARD } from "~/rules/reason";
import { newsOfCancellation } from "../mail/mails.server";
import {
  adoptLostPayment,
  adoptPayment,
  applyPayment,
  isOpening,
  paymentFields,
  refOf,
  type Outcome,
} from "../record/payment-record.server";
import { settleHold } from "../reserve/end-hold.server";
import { adoptForgotten } from "./adopt-forgotten.server";
import { dependsOnBank, newsOfRefunds, STILL_DUE } from "./news-of-refunds.server";
import { goneOf, partToGive, refundsOf } from "./part-to-give.server";
import { returnOrphanPayment } from "./return-orphan-payment.server";
import { logger } from "~/platform/log.server";
import type { Cents } from "~/platform/money";

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
  const stored = await ReservationModel.findById(reservationId).lean();
  // What goes back of a supplement is decided, and told, with its reservation.
  if (stored?.status === "joined") await syncReservation(partiesOf(stored)._id.toString(), { now });
  return await syncOne(reservationId, { mentioned, now });
}

async function syncOne(
  reservationId: string,
  { mentioned, now }: { mentioned?: PaymentRef; now: Date },
): Promise<Reservation | null> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const stored = await ReservationModel.findById(reservationId).lean();
    if (!stored) return null;
    let reservation: Reservation = await withSupplements(stored, now);
    if (mentioned) reservation = await adoptPayment(reservation, mentioned);
    if (reservation.opening && !isOpening(reservation, now)) {
      reservation = await adoptLostPayment(reservation);
    }
    const asOf = new Date();
    const payment = await presentPayment(reservation);
    const told = { before: givenByRefunds(stored), asOf, now };
    if (mentioned && !isOwn(mentioned, reservation, payment)) {
      const other = await withItsPage(mentioned);
      if (await adoptForgotten(other, reservation)) continue;
      // What paid for held days is written down first: who paid for them twice is told what they have.
      const isHeld = reservation.status === "hold";
      const present = isHeld ? await settle(reservation, payment, told) : reservation;
      if (!present) continue;
      await returnOrphanPayment(other, present);
      if (isHeld) return present;
    }
    const after = await settle(reservation, payment, told);
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
    const level = isWait(error) ? "info" : "error";
    logger[level]({ err: error, reservation, state: decided.status }, "left to the reconciliation");
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

/** Gives back of supplements what is decided, before the reservation's own payment; the reservation then. */
async function withSupplements(reservation: Reservation, now: Date): Promise<Reservation> {
  const { _id, supplements = [] } = reservation;
  if (supplements.length === 0 || refundDecided(reservation) === 0) return reservation;
  for (const { id } of supplements) await syncOne(id.toString(), { now });
  return (await ReservationModel.findById(_id).lean()) ?? reservation;
}

/**
 * One step of a sync; null when someone else changed the reservation meanwhile.
 *
 * @param told.before cents that refunds had given back before it began
 * @param told.asOf before the payment was read
 */
async function settle(
  reservation: Reservation,
  payment: PaymentSnapshot,
  { before, asOf, now }: { before: Cents; asOf: Date; now: Date },
): Promise<Reservation | null> {
  switch (reservation.status) {
    case "hold":
      return await settleHold(reservation, payment, now);
    case "pending":
      return await applyPayment(reservation, payment, unexpectedEnd(payment, now));
    case "capturing": {
      const { after, isRefused } = await captured(reservation, payment);
      return await applyPayment(reservation, after, answerOutcome(after, now, isRefused));
    }
    case "cancelling": {
      const after = await givenBack(reservation, payment, asOf);
      const present = presentOf(reservation, after);
      const why = await whyEnded(present);
      // What is told now is no news once the rest comes.
      const isKept =
        why === STILL_DUE || reservation.refundsTold !== undefined || dependsOnBank(present);
      return await applyPayment(reservation, after, {
        ...{ event: "settle", by: "system", why, at: now },
        ...(isKept && { set: { refundsTold: givenByRefunds(present) } }),
        news: newsOfCancellation(reservation),
      });
    }
    case "cancelled":
    case "dead": {
      const after = await givenBack(reservation, payment, asOf);
      // A payment that came after the end: its payer is told, once.
      const isLate = after.charge !== null && reservation.chargeId === undefined;
      const news = isLate
        ? { news: "payment_returned" as const }
        : newsOfRefunds(reservation, after, before);
      return await applyPayment(reservation, after, news);
    }
    case "confirmed":
    case "ended": {
      const after =
        refundDecided(reservation) > 0
          ? await givenBack(reservation, payment, asOf)
          : await followOthers(payment, {
              ref: refOf(reservation),
              parties: partiesOf(reservation),
              asOf,
            });
      const news = newsOfRefunds(reservation, after, before);
      return await applyPayment(reservation, after, news);
    }
    case "joined": {
      const after = await supplementGivenBack(reservation, payment, asOf);
      return await applyPayment(reservation, after, null);
    }
  }
}

/** A reservation with what its own payment is now. */
function presentOf(reservation: Reservation, payment: PaymentSnapshot): Reservation {
  return { ...reservation, ...paymentFields(payment), chargedBack: payment.chargedBack };
}

/** What became of the money; a refund that Stripe refused or a dispute keeps back is tried again, until it is given up. */
async function whyEnded(present: Reservation): Promise<string> {
  const due = (await dueBackOf([present]))(present);
  if (awaitedOf(due) > 0) return STILL_DUE;
  return refundedInAll(present) > 0 ? "Montant remboursé" : "Rien à rembourser";
}

/** A request whose payment was taken or dropped at Stripe without the owner's answer here. */
function unexpectedEnd(payment: PaymentSnapshot, now: Date): Outcome | null {
  return payment.state === "authorised" ? null : answerOutcome(payment, now);
}

/** @param isRefused its payment was given back because Stripe refused to take it */
function answerOutcome(payment: PaymentSnapshot, now: Date, isRefused = false): Outcome | null {
  const common = { by: "system", at: now } as const;
  if (isGivenBack(payment)) {
    const why = GIVEN_BACK_UNHEARD;
    const set = { cancellation: { by: "system", why, at: now } } as const;
    return { ...common, event: "void", why, set, news: "cancelled" };
  }
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

/** Sees to it that the buyer has back what was decided: all of a reservation that is over, unless it says less. */
async function givenBack(
  reservation: Reservation,
  payment: PaymentSnapshot,
  asOf: Date,
): Promise<PaymentSnapshot> {
  const records = [reservation, ...(await recordsOf(reservation))];
  const parts = paidParts({ ...reservation, refunded: goneOf(payment) });
  const refunds = [
    refundsOf(payment),
    ...(reservation.supplements ?? []).map(
      ({ refunded, chargedBack = 0 }) => refunded - chargedBack,
    ),
  ];
  return await giveBackPart(reservation, payment, {
    ...(await partToGive(0, { records, parts, refunds })),
    asOf,
  });
}

/** The records of a reservation's supplements, in their order. */
async function recordsOf({ supplements = [] }: Reservation): Promise<Reservation[]> {
  if (supplements.length === 0) return [];
  const ids = supplements.map(({ id }) => id);
  const found = await ReservationModel.find({ _id: trusted({ $in: ids }) }).lean();
  return ids.map((id) => found.find(({ _id }) => _id.equals(id))!);
}

/** The same for its part of what was decided of its reservation. */
async function supplementGivenBack(
  supplement: Reservation,
  payment: PaymentSnapshot,
  asOf: Date,
): Promise<PaymentSnapshot> {
  const of = await ReservationModel.findById(partiesOf(supplement)._id).lean();
  const place = of?.supplements?.findIndex(({ id }) => id.equals(supplement._id)) ?? -1;
  if (!of || place < 0) throw new Error(`Supplement ${supplement._id.toString()} is nobody's`);
  if (refundDecided(of) === 0) {
    const owner = { ref: refOf(supplement), parties: partiesOf(supplement), asOf };
    return await followOthers(payment, owner);
  }
  const records = [of, ...(await recordsOf(of))];
  const parts: PaidPart[] = [];
  const refunds: Cents[] = [];
  for (const [index, part] of paidParts(of).entries()) {
    // What people or a bank gave back of the others counts, though nobody has heard of it yet, and what waits for funds.
    const read = index === place + 1 ? payment : await readPayment(refOf(records[index]!));
    parts.push({ ...part, refunded: goneOf(read) });
    refunds.push(refundsOf(read));
  }
  const part = await partToGive(place + 1, { records, parts, refunds });
  return await giveBackPart(supplement, payment, { ...part, asOf });
}

/**
 * Gives back of one payment: what changes of dates took off the price, then the rest. In the same steps as
 * without a cancellation: a refund of a change that is under way at this moment has the same number and
 * amount, and is made once.
 */
async function giveBackPart(
  record: Reservation,
  payment: PaymentSnapshot,
  { returned, target, asOf }: { returned: Cents; target: Cents; asOf: Date },
): Promise<PaymentSnapshot> {
  const of = { ref: refOf(record), parties: partiesOf(record), key: record._id.toString(), asOf };
  const givenUp = payment.intentId === null ? 0 : (await givenUpOf(payment.intentId)).cents;
  // Where that much went back already, or is given up, it would close the case of what has yet to.
  const first = returned > goneOf(payment) + givenUp ? returned : 0;
  return await giveBack(payment, { ...of, target, first });
}
