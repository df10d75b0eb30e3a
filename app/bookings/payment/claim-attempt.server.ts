import { setTimeout as wait } from "node:timers/promises";
import { trusted, type ClientSession } from "mongoose";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { closePayment } from "~/payments/close-payment.server";
import { ensureCustomer, replaceGoneCustomer } from "~/payments/customers.server";
import { isCustomerMissing, isInvalidRequest } from "~/payments/gateway.server";
import { readPayment } from "~/payments/read-payment.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { NOT_SET } from "~/platform/not-set.server";
import { isUnavailable, Refusal } from "~/platform/refusal";
import { hasLeftTown } from "~/venues/address-change";
import { keepVenueBookable, keepVenueListed } from "~/venues/keep-venue-open.server";
import { accountToPay, orClosed, requireBookableVenue } from "~/venues/bookable-venue.server";
import { isPastChange, takesSupplement } from "~/rules/change-of-dates";
import {
  adoptLostPayment,
  isOpening,
  knownAsBefore,
  openingRefusal,
  recordPayment,
  refOf,
} from "../record/payment-record.server";
import { endHold, OUT_OF_TIME, type HoldEndReason } from "../reserve/end-hold.server";
import { syncReservation } from "./sync-reservation.server";

/** How long someone who presses twice waits for the first press to get through. */
const PATIENCE_MS = 4_000;
const PAUSE_MS = 150;

/**
 * - `claimed`: this attempt, and no other, may be opened at Stripe now
 * - `open`: a payment that the caller finds good to go on with
 * - `over`: there is nothing left to pay
 */
export type Claim =
  | { kind: "claimed"; reservation: Reservation; customerId: string }
  | { kind: "open"; payment: PaymentSnapshot; reservation: Reservation }
  | { kind: "over"; reservation: Reservation };

/**
 * Claims the next attempt to pay a hold. There is one open payment at most: the one before is
 * closed at Stripe first, and two who claim at once take turns.
 *
 * @param isGood whether to go on with a payment that is open already
 * @throws Refusal("not_found" | "hold_expired" | "venue_closed" | "forbidden" | "payment_opening" |
 * "venue_moved" | "unavailable"), and "change_outdated" of a supplement
 */
export async function claimAttempt(
  { reservationId, buyerId, now }: { reservationId: string; buyerId: string; now: Date },
  isGood: (payment: PaymentSnapshot) => boolean,
): Promise<Claim> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const reservation = await ReservationModel.findOne({
      _id: reservationId,
      userId: buyerId,
    }).lean();
    if (!reservation) throw new Refusal("not_found");
    if (reservation.status !== "hold") return { kind: "over", reservation };
    const isPatient = Date.now() < giveUpAt;
    if (isOpening(reservation, now)) {
      if (!isPatient) throw openingRefusal(reservation, new Date());
      await wait(PAUSE_MS);
      continue;
    }
    const claim = await claimOnce(reservation, isGood, now);
    if (claim) return claim;
    if (!isPatient) throw new Refusal("unavailable");
  }
}

/**
 * Opens the payment of a claimed attempt. When Stripe refuses what it is asked (the owner's account
 * can no longer be paid) there is nothing open; when its answer was lost, Stripe is searched for what it
 * did. Either way the next attempt need not wait: only a process that dies leaves its claim behind.
 *
 * @throws Refusal("payment_failed") when it was refused
 * @throws PayAgain when the answer was lost and the payment has been found, or the payer's customer was gone
 * @throws Refusal("unavailable") when it was lost and there is no payment
 * @throws Refusal("payment_opening") when Stripe still does not answer
 */
export async function openClaimed<T>(reservation: Reservation, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (isUnavailable(error)) {
      const found = refOf(await lookUp(reservation));
      if (found.checkoutSessionId ?? found.paymentIntentId) throw new PayAgain();
    }
    if (!isInvalidRequest(error)) throw error;
    logger.error({ err: error, reservation: reservation._id.toString() }, "payment not opened");
    await recordPayment(reservation, {});
    if (isCustomerMissing(error) && (await replaceGoneCustomer(reservation.userId.toString()))) {
      throw new PayAgain();
    }
    throw new Refusal("payment_failed", { cause: error });
  }
}

async function lookUp(reservation: Reservation): Promise<Reservation> {
  try {
    return await adoptLostPayment(reservation);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw openingRefusal(reservation, new Date());
  }
}

/**
 * What an attempt opened is written down, though nobody heard Stripe say so: look at it again. Or the next one has what
 * this one lacked.
 */
class PayAgain extends Error {}

/** Pays; once more, when what the first try opened had to be looked for, or could not be opened for its customer. */
export async function payAgainIfAdopted<T>(pay: () => Promise<T>): Promise<T> {
  try {
    return await pay();
  } catch (error) {
    if (!(error instanceof PayAgain)) throw error;
    return await pay();
  }
}

/** Of a supplement whose reservation is another one by now. */
const OUTDATED: HoldEndReason = {
  event: "expire",
  by: "system",
  why: "La réservation a changé avant le paiement du supplément",
};

/** Of days whose venue was moved while they were reserved: no fault of the buyer's, so they count against nobody. */
const moved = ({ _id }: Reservation): HoldEndReason => ({
  event: "expire",
  by: "system",
  why: "Le lieu a changé d’adresse avant le paiement",
  async alongside(session) {
    await ReservationModel.updateOne({ _id }, { $unset: { unpaidBy: 1 } }, { session });
  },
});

/** One try; null when the reservation changed its state meanwhile. */
async function claimOnce(
  before: Reservation,
  isGood: (payment: PaymentSnapshot) => boolean,
  now: Date,
): Promise<Claim | null> {
  const reservation = before.opening ? await adoptLostPayment(before) : before;
  const isPast = isPastChange(reservation, now);
  const isInTime = !isPast && reservation.holdUntil !== undefined && reservation.holdUntil > now;
  const payment = await readPayment(refOf(reservation));
  const payee = await payeeOf(reservation);
  const isOfToday = isInTime && payee === reservation.accountId;
  if (isOfToday && isGood(payment)) return { kind: "open", payment, reservation };
  const closed = await closePayment(refOf(reservation));
  if (closed.state === "paid" || closed.state === "authorised") {
    const after = await syncReservation(reservation._id.toString(), { now });
    return after && { kind: "over", reservation: after };
  }
  if (payee instanceof Refusal && payee.code === "change_outdated") {
    // It would be given back: neither its days nor the pages that lead to it wait for the end of its time.
    await endHold(reservation, OUTDATED, now);
    throw payee;
  }
  // What was paid before a restore had its time put off for has been taken by now.
  if (isPast) await endHold(reservation, OUT_OF_TIME, now);
  if (!isInTime) throw new Refusal("hold_expired");
  // Whatever else may fail does so before the claim.
  if (payee instanceof Refusal) throw payee;
  try {
    await keepOpen(reservation);
  } catch (error) {
    // Or the buyer would come back to it for as long as its time lasts.
    if (error instanceof Refusal && error.code === "venue_moved")
      await endHold(reservation, moved(reservation), now);
    throw error;
  }
  const customerId = await ensureCustomer(reservation.userId.toString());
  const unclaimed = {
    _id: reservation._id,
    status: "hold" as const,
    attempt: reservation.attempt,
    holdUntil: trusted({ $gt: now }),
    opening: NOT_SET,
    ...knownAsBefore(reservation),
  };
  const update = {
    $set: { opening: now, accountId: payee },
    $inc: { attempt: 1 },
    $unset: { checkoutSessionId: 1, checkoutUrl: 1, paymentIntentId: 1 },
  };
  const claimed = await inTransaction((session) =>
    updateAndRead(ReservationModel, unclaimed, update, { session }),
  );
  return claimed && { kind: "claimed", reservation: claimed, customerId };
}

/**
 * The owner's account that a hold is paid to as things are: they may have another one since it was made. Or why it can be paid
 * no more, which ends what is open, too.
 */
async function payeeOf(hold: Reservation): Promise<string | Refusal> {
  if (!(await isStillTaken(hold))) return new Refusal("change_outdated");
  const [venueId, userId] = [hold.venueId.toString(), hold.userId.toString()];
  if (hold.supplementTo?.agreed)
    return (await accountToPay(venueId)) ?? new Refusal("venue_closed");
  try {
    return (await orClosed(requireBookableVenue(venueId, userId))).accountId;
  } catch (error) {
    if (error instanceof Refusal && !isUnavailable(error)) return error;
    throw error;
  }
}

/** Not where it is a supplement's whose reservation is another one by now: its payment would be given back. */
async function isStillTaken(hold: Reservation): Promise<boolean> {
  if (!hold.supplementTo) return true;
  const reservation = await ReservationModel.findById(hold.supplementTo.reservation).lean();
  return reservation !== null && takesSupplement(reservation, hold);
}

/**
 * Makes whoever takes the venue away, moves it or closes one of the two accounts at this moment see the hold:
 * they may have looked before it was there.
 *
 * @throws Refusal("venue_moved") for days of a venue that is in another town by now: a supplement's reservation keeps it where it is
 */
async function keepOpen(hold: Reservation): Promise<void> {
  const { venueId, userId, supplementTo } = hold;
  const keepVenue = supplementTo?.agreed ? keepVenueListed : keepVenueBookable;
  await inTransaction(async (transaction) => {
    await keepVenue(venueId, transaction);
    if (!supplementTo) await requireSameTown(hold, transaction);
    await keepAccountOpen(userId, transaction);
  });
}

async function requireSameTown(hold: Reservation, transaction: ClientSession): Promise<void> {
  const venue = await VenueModel.findById(hold.venueId, "postalCode city")
    .session(transaction)
    .lean();
  if (!venue) throw new Refusal("venue_closed");
  if (hasLeftTown(hold, venue)) throw new Refusal("venue_moved");
}
