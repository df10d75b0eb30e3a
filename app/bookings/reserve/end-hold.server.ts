import type { ClientSession, QueryFilter } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { Actor } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel, type Wish } from "@models/wish";
import { closePayment } from "~/payments/close-payment.server";
import { isGivenBack, type PaymentSnapshot } from "~/payments/snapshot";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import type { ReservationEvent } from "~/rules/reservation-states";
import { GIVEN_BACK_UNHEARD } from "~/rules/reason";
import { nextLook } from "~/rules/waiting-list";
import { isBookableVenue } from "~/venues/bookable-venue.server";
import { tellAgreedEnd } from "../record/end-change.server";
import { isPayable } from "../record/is-payable.server";
import {
  adoptLostPayment,
  applyArrival,
  isOpening,
  knownAsBefore,
  paymentFields,
  refOf,
} from "../record/payment-record.server";
import { freeDays, transitionReservation } from "../record/transition.server";
import { guardsOf } from "./unpaid-holds.server";

/**
 * - `freed`: the hold is dead and its days are free
 * - `opening`: a payment is being opened at this moment, so nothing was done
 * - `paid`: the payment was faster and has been taken note of: it is a hold no more
 * - `changed`: someone else changed the reservation's state since it was read
 */
export type HoldEnd = "freed" | "opening" | "paid" | "changed";

/** Why a hold ends, for the table of states and for the history. */
export interface HoldEndReason {
  event: ReservationEvent;
  by: Actor;
  why: string;
  /**
   * What becomes of the wish that its days were held for, if nobody has said yes to it: without this it lapses, or waits again
   * where its venue cannot be booked; there one that somebody has said yes to waits again, too, unless they give the hold up.
   */
  wish?: "withdrawn";
  /** Written in the transaction that ends it. */
  alongside?: (session: ClientSession) => Promise<void>;
}

/** Its time to pay is over. */
export const OUT_OF_TIME: HoldEndReason = {
  event: "expire",
  by: "system",
  why: "Délai de paiement dépassé",
};

/** Of days that nobody pays for any more: somebody gave all of it back in Stripe's dashboard, or here, before a restore. */
const GIVEN_BACK: HoldEndReason = { event: "void", by: "system", why: GIVEN_BACK_UNHEARD };

/** Of a venue that was suspended, or whose owner was banned, before the page that was open at Stripe was paid. */
const OFF_SITE: HoldEndReason = {
  event: "void",
  by: "system",
  why: "Le lieu a quitté le site avant le paiement",
};

/**
 * Brings a hold in line with its payment: it is let once that is there, and ended where it is back with its payer or came for
 * what cannot be let any more.
 *
 * @param hold as it was read
 * @returns the reservation after it, or null: look again
 */
export async function settleHold(
  hold: Reservation,
  payment: PaymentSnapshot,
  now: Date,
): Promise<Reservation | null> {
  try {
    if (!isGivenBack(payment)) return await applyArrival(hold, payment, now);
    await endHold(hold, GIVEN_BACK, now);
  } catch (error) {
    if (!isVenueClosed(error)) throw error;
    await endHold(hold, OFF_SITE, now);
  }
  return null;
}

/**
 * Ends a hold and frees its days, unless it is paid and the money is not back with its payer: Stripe first, days second, so that
 * nothing can be paid any more for days that someone else may take. What is paid once its venue has left the site is ended as what
 * is not: whoever looks at it next gives all of it back. A wish that it was the offer of is over with it, and may be left
 * anew; while its venue cannot be booked nobody could have taken it, or paid what they took, and it keeps its place.
 *
 * @param hold as it was read
 */
export async function endHold(
  hold: Reservation,
  { wish, alongside, ...reason }: HoldEndReason,
  now: Date,
): Promise<HoldEnd> {
  if (isOpening(hold, now)) return "opening";
  const known = hold.opening ? await adoptLostPayment(hold) : hold;
  const payment = await closePayment(refOf(known));
  const isReturned = isGivenBack(payment);
  const isArrived = !isReturned && (payment.state === "paid" || payment.state === "authorised");
  if (isArrived) {
    const arrival = await arrivalOf(known, payment, now);
    if (arrival !== "in_vain") return arrival;
  }
  const isAgreed = hold.supplementTo?.agreed ?? false;
  const how = { isReturned, isPayable: isReturned || (await isPayable(hold)) };
  const wished = wish === undefined ? await wishOf(hold, reason) : null;
  const back = wished && !(await isBookable(hold)) ? wished : null;
  const isFreed = await inTransaction(async (session) => {
    // What came and went, or goes, is found by the reconciliation, should nobody look again now, and its payer told as of what came too late.
    const set = isReturned || isArrived ? ({ ledgerOpen: true } as const) : paymentFields(payment);
    const change = { ...reason, from: "hold", at: now, set } as const;
    // A payment opened since then has claimed an attempt of its own; one that this attempt left may be heard of only now.
    const where = { attempt: hold.attempt, ...knownAsBefore(known) };
    const dead = await transitionReservation(hold._id, { ...change, where }, session);
    if (dead) await freeDays([hold], session);
    if (dead && back) await putBack(hold, back, now, session);
    else if (dead && hold.offer) {
      const over = { $set: { state: wish ?? "lapsed" }, $unset: { guards: 1 } } as const;
      await WishModel.updateOne({ _id: hold.offer, state: "offered" }, over, { session });
    }
    if (dead && isAgreed) await tellAgreedEnd(dead, { by: reason.by, ...how, at: now }, session);
    if (dead) await alongside?.(session);
    return dead !== null;
  });
  if (!isFreed) return "changed";
  await bumpContentVersion({ days: [hold.venueId.toString()] });
  if (isAgreed) await enqueue("send-mails");
  return "freed";
}

/** What comes of a payment that is there; `in_vain`: nothing can be let any more. */
async function arrivalOf(
  hold: Reservation,
  payment: PaymentSnapshot,
  now: Date,
): Promise<"paid" | "changed" | "in_vain"> {
  try {
    return (await applyArrival(hold, payment, now)) ? "paid" : "changed";
  } catch (error) {
    if (!isVenueClosed(error)) throw error;
    return "in_vain";
  }
}

const isVenueClosed = (error: unknown) => error instanceof Refusal && error.code === "venue_closed";

/** The wish whose days are held, as long as it is as it was: still offered, or taken and not given up. Null: there is none. */
async function wishOf(
  { _id: reservation, offer, supplementTo, userId: user }: Reservation,
  { event }: Pick<HoldEndReason, "event">,
): Promise<QueryFilter<Wish> | null> {
  if (offer) return { _id: offer, state: "offered" };
  if (supplementTo || event === "abandon") return null;
  const taken = { user, state: "taken", reservation } as const;
  return (await WishModel.exists(taken)) ? taken : null;
}

async function isBookable({ venueId, userId }: Reservation): Promise<boolean> {
  return await isBookableVenue(venueId.toString(), userId.toString());
}

/** Gives somebody their place on the list back, with all that it had; what was held for them counts against nobody. */
async function putBack(
  { _id, userId }: Reservation,
  wish: QueryFilter<Wish>,
  now: Date,
  session: ClientSession,
): Promise<void> {
  // One that was taken has none any more.
  const guards = guardsOf(userId.toString(), undefined);
  const back = {
    $set: { state: "waiting", lookAt: nextLook(now), guards },
    $inc: { timesBack: 1 },
  } as const;
  await WishModel.updateOne(wish, back, { session });
  await ReservationModel.updateOne({ _id }, { $unset: { unpaidBy: 1 } }, { session });
}
