import type { ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { buyersMoney, buyersMoneyAtEnd, ownersLoss } from "~/rules/money-words";
import {
  decidedByCancelling,
  gaveNothing,
  previewCancellation,
  type CancelPreview,
} from "~/rules/cancellation";
import { refundedInAll } from "~/rules/paid-parts";
import { CALLED_OFF_BY_BUYER, CALLED_OFF_BY_OWNER } from "~/rules/reason";
import { dueBackOf } from "~/payments/due-back.server";
import { ledgerMoney, recordMoney } from "~/payments/ledger-money.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import type { Cents } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { nounOfEnd } from "../mail/cancellation-words";
import { takeBackReminders } from "../mail/take-back-reminders.server";
import { isCalledOffBy, requireOwn, type Party } from "../record/own-reservation.server";
import { endHold } from "../reserve/end-hold.server";
import { closeSupplements, endSupplements } from "../reserve/unpaid-supplements.server";
import { finishTransition } from "../payment/sync-reservation.server";
import { leaveDaysClosed, leaveWaiting } from "../record/change-slots.server";
import { transitionReservation, type TransitionChange } from "../record/transition.server";

/** How often others may change a reservation's state between its being read and cancelled. */
const TRIES = 3;

const WHY = {
  buyer: CALLED_OFF_BY_BUYER,
  owner: CALLED_OFF_BY_OWNER,
  admin: "Annulée par la plateforme",
} as const;

/**
 * Cancels a reservation and gives back what is due: by the policy to a buyer, in full when its
 * owner or an admin calls it off. What is given back is decided once, when the state changes. Called off by its buyer or
 * owner before, by another press or in another window, it stays so.
 *
 * @param request.expectedStay the dates that `cancelPage` said, as it said them: other dates by now are refused
 * @param request.expectedAmount cents that `cancelPage` said; another amount by now is refused
 * @param request.expectedPaid cents that it said were paid: where nothing comes back by the policy, the amount of
 * an unpaid hold is the amount of one that was paid meanwhile
 * @returns the reservation: `cancelled` (`refunded` tells what went back), `dead` for an unpaid hold,
 * or still `cancelling` when Stripe does not answer, to be finished by the reconciliation job
 * @throws Refusal("not_found" | "not_cancellable" | "change_outdated" | "refund_changed")
 */
export async function cancelReservation(request: {
  reservationId: string;
  by: Party;
  /** The reason, shown to the buyer when the owner gives it. */
  why?: string;
  /** Its owner keeps the days closed. */
  keepClosed?: boolean;
  expectedStay?: string;
  expectedAmount?: Cents;
  expectedPaid?: Cents;
  /** Written in the transaction that changes the state, with the cents that are given back. */
  alongside?: (preview: CancelPreview, session: ClientSession) => Promise<void>;
  /** Stripe is known to be away: what is to be done there is left to the jobs at once. */
  isStripeAway?: boolean;
  now: Date;
}): Promise<Reservation> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const done = await cancelOnce(request);
    if (done) return done;
  }
  throw new Refusal("unavailable");
}

async function cancelOnce({
  reservationId,
  by,
  why,
  keepClosed = false,
  expectedStay,
  expectedAmount,
  expectedPaid,
  alongside,
  isStripeAway = false,
  now,
}: Parameters<typeof cancelReservation>[0]): Promise<Reservation | null> {
  const found = await ReservationModel.findById(reservationId).lean();
  // What others write beside it is of one deed, not of the one before.
  if (found && !alongside && isCalledOffBy(found, by)) return found;
  const reservation = requireOwn(found, by);
  const preview = previewCancellation(reservation, by.role, now);
  if (!preview) throw new Refusal("not_cancellable");
  const stay = formatPeriod(periodOf(reservation));
  if ((expectedStay ?? stay) !== stay) throw new Refusal("change_outdated");
  const { amount, paid } = preview;
  if ((expectedAmount ?? amount) !== amount || (expectedPaid ?? paid) !== paid) {
    throw new Refusal("refund_changed");
  }
  const beside = async (session: ClientSession) => await alongside?.(preview, session);
  if (preview.kind === "nothing") {
    const given = { event: "abandon", by: "buyer", why: WHY.buyer } as const;
    const outcome = await endHold(reservation, { ...given, alongside: beside }, now);
    return outcome === "freed" ? { ...reservation, status: "dead" } : null;
  }
  const { change: waiting, venueId } = reservation;
  const reason = why?.trim() ? why.trim() : WHY[by.role];
  const change: TransitionChange = {
    from: reservation.status,
    event: "cancel",
    by: by.role,
    why: reason,
    at: now,
    // Of the dates, the price and the money that the preview was made for.
    where: {
      refunded: reservation.refunded,
      startDate: reservation.startDate,
      endDate: reservation.endDate,
      startSlot: reservation.startSlot,
      endSlot: reservation.endSlot,
      total: reservation.total,
      // It ends with the reservation, and its half days with it: one that came meanwhile would keep them.
      "change.at": waiting?.at ?? NOT_SET,
      "grant.refund": reservation.grant?.refund ?? NOT_SET,
    },
    set: {
      cancellation: {
        by: by.role,
        why: reason,
        at: now,
        refund: decidedByCancelling(reservation, by.role, now),
      },
    },
  };
  const cancelling = await inTransaction(async (session) => {
    const changed = await transitionReservation(reservation._id, change, session);
    if (!changed) return null;
    if (waiting) await leaveWaiting(reservation, waiting, session);
    if (keepClosed) await leaveDaysClosed(reservation, session);
    await closeSupplements(reservation._id, now, session);
    // Its mail may have to wait for Stripe, and would come after them.
    await takeBackReminders([reservation], session, "over");
    await beside(session);
    return changed;
  });
  if (!cancelling) return null;
  if (waiting) await bumpContentVersion({ days: [venueId.toString()] });
  if (isStripeAway) return cancelling;
  const after = await finishTransition(cancelling, now);
  await endSupplements(after._id, now);
  return after;
}

/** What to tell a buyer of their cancellation: the money by the ledger, as far as it has come. */
export async function cancellationToast(reservation: Reservation): Promise<string> {
  const { _id, status } = reservation;
  const money = (await ledgerMoney([_id]))(_id);
  if (status === "cancelling") {
    return `Votre annulation est enregistrée. ${buyersMoney(money)} La suite vous est confirmée par e-mail.`;
  }
  const due = (await dueBackOf([reservation]))(reservation);
  const isOfOther = gaveNothing(reservation);
  const isRefunded = refundedInAll(reservation) > 0 && !isOfOther;
  const noun = nounOfEnd(reservation);
  const title = isRefunded ? `Paiement remboursé\u00a0: votre ${noun}` : `Votre ${noun}`;
  return `${title} est annulée. ${buyersMoneyAtEnd(money, due, isOfOther)}`;
}

/** The same for a buyer who did not want other dates any more, for what these cost more: the reservation stays. */
export async function keptDatesToast(supplement: Reservation): Promise<string> {
  const money = buyersMoney(await recordMoney(supplement));
  const told = money.charAt(0).toLocaleLowerCase("fr") + money.slice(1);
  return `Vous gardez les dates de votre réservation. Pour le supplément, ${told}`;
}

/** The same for an owner who called off what they had confirmed. */
export async function ownersCancellationToast(reservation: Reservation): Promise<string> {
  const { _id, status } = reservation;
  if (status === "cancelling") {
    return "Votre annulation est enregistrée. La suite vous est confirmée par e-mail.";
  }
  const money = (await ledgerMoney([_id]))(_id);
  const due = (await dueBackOf([reservation]))(reservation);
  return `La réservation est annulée, et le client prévenu. ${ownersLoss(money, due)}`;
}
