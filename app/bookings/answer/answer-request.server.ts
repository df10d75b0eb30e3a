import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { keptReason } from "~/rules/reason";
import { isStayOver, wasAnswered } from "~/rules/reservation-states";
import { takeBackReminders } from "../mail/take-back-reminders.server";
import { leaveDaysClosed } from "../record/change-slots.server";
import { transitionReservation, type TransitionChange } from "../record/transition.server";
import { finishTransition } from "../payment/sync-reservation.server";

/** An owner's answer to a request. */
export interface Answer {
  reservationId: string;
  /** The owner who is logged in; null when a signed link (`answerByLink`) vouches for them. */
  ownerId: string | null;
  now: Date;
}

/**
 * Answers a request that still awaits it; of several answers at once, one counts.
 *
 * @throws Refusal("not_found" | "already_answered" | "answer_not_awaited")
 */
async function answerRequest(
  { reservationId, ownerId, now }: Answer,
  decision: Pick<TransitionChange, "event"> & {
    /** Of a refusal: the owner's words to the buyer. */
    words?: string;
    /** Of a refusal: the days stay closed. */
    keepClosed?: boolean;
  },
): Promise<Reservation> {
  const own = { _id: reservationId, ...(ownerId !== null && { ownerId }) };
  const request = await ReservationModel.findOne(own).lean();
  if (!request || request.status === "hold" || request.status === "dead") {
    throw new Refusal("not_found");
  }
  const { event, words, keepClosed } = decision;
  // A mail's link outlives its owner's ban.
  const isOpen = await isAccountOpen(request.ownerId);
  if (event === "accept") {
    // What it would accept runs out instead.
    if (!isOpen) throw new Refusal("not_found");
    // Its deadline may lie beyond since a restore: nobody is to pay for days that have gone by.
    if (request.status === "pending" && isStayOver(now, request)) {
      throw new Refusal("answer_not_awaited");
    }
  }
  const change: TransitionChange = {
    event,
    // Whoever is banned may set a buyer free, and writes to nobody through us any more.
    ...(event === "accept" ? ACCEPTED : refused(isOpen ? words : undefined, now)),
    from: "pending",
    by: "owner",
    at: now,
    where: { answerBy: trusted({ $gt: now }) },
  };
  const answered = await inTransaction(async (session) => {
    const changed = await transitionReservation(request._id, change, session);
    const untrue = event === "accept" ? "reminders" : "over";
    if (changed) await takeBackReminders([changed], session, untrue);
    if (changed && keepClosed) await leaveDaysClosed(changed, session);
    return changed;
  });
  if (!answered) throw new Refusal(await whyNotAwaited(request._id));
  return answered;
}

const ACCEPTED = { why: "Acceptée par le propriétaire" };

function refused(words: string | undefined, at: Date): Pick<TransitionChange, "why" | "set"> {
  const why = keptReason(words);
  return {
    why: `Refusée par le propriétaire\u00a0: ${why}`,
    set: { cancellation: { by: "owner", why, at } },
  };
}

/** Why a request that is there took no answer: it has had one, or it is too late for any. */
async function whyNotAwaited(
  id: Reservation["_id"],
): Promise<"already_answered" | "answer_not_awaited"> {
  const present = await ReservationModel.findById(id, "history").lean();
  return present && wasAnswered(present) ? "already_answered" : "answer_not_awaited";
}

/**
 * An owner accepts a request: its payment is taken and the reservation confirmed.
 *
 * @returns the reservation: `confirmed`; `cancelled` when the card's authorisation is gone; or still
 * `capturing` when Stripe does not answer, to be finished by the reconciliation job
 * @throws Refusal("not_found" | "already_answered" | "answer_not_awaited")
 */
export async function acceptRequest(answer: Answer): Promise<Reservation> {
  const answered = await answerRequest(answer, { event: "accept" });
  return await finishTransition(answered, answer.now);
}

/**
 * An owner refuses a request: the card's authorisation is released and the days are free again.
 *
 * @param answer.why shown to the buyer, but of an owner who is banned
 * @param answer.keepClosed the days stay closed instead
 * @returns the reservation: `cancelled`, or still `cancelling` when Stripe does not answer
 * @throws Refusal("not_found" | "already_answered" | "answer_not_awaited")
 */
export async function refuseRequest(
  answer: Answer & { why?: string; keepClosed?: boolean },
): Promise<Reservation> {
  const { why: words, keepClosed } = answer;
  const answered = await answerRequest(answer, { event: "refuse", words, keepClosed });
  return await finishTransition(answered, answer.now);
}
