import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ReservationModel, type Reservation } from "@models/reservation";
import { appendToLedger } from "~/payments/ledger.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction, isDuplicateKey } from "~/platform/database.server";
import { queueReservationMails, type ReservationNews } from "./mails.server";
import { freeDays, moveReservation, type Move } from "./move.server";
import { holdsDays } from "./life";
import { paymentFields } from "./payment-record.server";

/** A change of state that a payment brings about. */
type StateChange = Omit<Move, "from" | "where">;

/** What a payment brings about, and what people are told of it. */
export type Outcome = (StateChange | { event?: undefined }) & { news: ReservationNews };

/**
 * Writes what a payment became, in one transaction: the new state, if it leads to one, the days it
 * frees, the ledger's entries and the mails.
 *
 * @returns the reservation after it, or null when it was moved meanwhile: look again
 */
export async function applyPayment(
  reservation: Reservation,
  payment: PaymentSnapshot,
  outcome: Outcome | null,
): Promise<Reservation | null> {
  if (outcome === null && isRecorded(reservation, payment)) return reservation;
  const write = () =>
    inTransaction(async (session) => {
      const after = await change(reservation, payment, outcome, session);
      if (!after) return null;
      await appendToLedger([{ payment, parties: after }], session);
      if (!holdsDays(after.status)) await freeDays([after._id], session);
      if (outcome) {
        await queueReservationMails([{ news: outcome.news, reservation: after }], session);
      }
      return after;
    });
  const after = await write().catch((error: unknown) => {
    // The same entry or mail was written elsewhere at this moment; now it is there to be found.
    if (!isDuplicateKey(error)) throw error;
    return write();
  });
  if (after && holdsDays(reservation.status) && !holdsDays(after.status)) {
    await bumpContentVersion();
  }
  if (after && outcome) await enqueue("send-mails");
  return after;
}

async function change(
  reservation: Reservation,
  payment: PaymentSnapshot,
  outcome: Outcome | null,
  session: ClientSession,
): Promise<Reservation | null> {
  const { _id, status: from } = reservation;
  const move = outcome?.event === undefined ? null : outcome;
  const set: Partial<Reservation> = { ...paymentFields(payment), ...move?.set };
  if (!payment.settled) set.ledgerOpen = true;
  if (payment.settled && reservation.ledgerOpen) {
    await ReservationModel.updateOne({ _id }, { $unset: { ledgerOpen: 1 } }, { session });
  }
  if (move) return await moveReservation(_id, { ...move, from, set }, session);
  return await ReservationModel.findOneAndUpdate(
    { _id, status: from },
    { $set: set },
    { returnDocument: "after", session },
  ).lean();
}

/** Whether the reservation already has all that Stripe tells of the payment. */
export function isRecorded(reservation: Reservation, payment: PaymentSnapshot): boolean {
  const { charge, intentId, refunded, settled, disputes } = payment;
  if (intentId !== null && reservation.paymentIntentId !== intentId) return false;
  if (!charge) return true;
  return (
    reservation.chargeId === charge.id &&
    reservation.refunded === refunded &&
    charge.captured > 0 === (reservation.paidAt !== undefined) &&
    settled &&
    !reservation.ledgerOpen &&
    disputes.length === 0
  );
}
