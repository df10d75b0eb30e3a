import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ReservationModel, type Reservation } from "@models/reservation";
import { releasePayment } from "~/payments/close-payment.server";
import { appendToLedger } from "~/payments/ledger.server";
import { partiesOf } from "~/payments/movements";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { isInReservation, refOf } from "../record/payment-record.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { finishTransition } from "./sync-reservation.server";
import { newsOfCancellation, queueReservationMails } from "../mail/mails.server";
import { freeDays, transitionUpdate } from "../record/transition.server";

const AT_ONCE = 16;

interface Released {
  reservation: Reservation;
  payment: PaymentSnapshot;
}

/**
 * Settles many reservations in `cancelling` as `syncReservation` would each, in one transaction for
 * all those whose authorisation is released and of which there is nothing else to write down. Those
 * that are less simple, and all of them should the transaction fail, are finished one by one.
 */
export async function settleCancelled(
  reservations: readonly Reservation[],
  now: Date,
): Promise<void> {
  const released: Released[] = [];
  const others: Reservation[] = [];
  await pMapLogged(
    reservations,
    async (reservation) => {
      const payment = await release(reservation);
      if (payment?.state === "cancelled" && isInReservation(reservation, payment)) {
        released.push({ reservation, payment });
      } else {
        others.push(reservation);
      }
    },
    { concurrency: AT_ONCE, failure: "authorisation not released" },
  );
  try {
    await settleAll(released, now);
  } catch (error) {
    logger.warn({ err: error }, "cancellations not settled together");
    others.push(...released.map(({ reservation }) => reservation));
  }
  await pMapLogged(
    others,
    async (reservation) => {
      await finishTransition(reservation, now);
    },
    { concurrency: AT_ONCE, failure: "cancellation not settled" },
  );
}

async function release(reservation: Reservation): Promise<PaymentSnapshot | null> {
  const { paymentIntentId, paidAt, opening } = reservation;
  if (!paymentIntentId || paidAt || opening) return null;
  return await releasePayment(refOf(reservation), paymentIntentId);
}

async function settleAll(released: readonly Released[], now: Date): Promise<void> {
  if (released.length === 0) return;
  const ids = released.map(({ reservation }) => reservation._id);
  await inTransaction(async (session) => {
    // What is written besides is written once, so it does no harm that someone else may have settled
    // one of them; whoever settles one right now makes this run again.
    await ReservationModel.updateMany(
      { _id: trusted({ $in: ids }), status: "cancelling" },
      transitionUpdate({
        from: "cancelling",
        event: "settle",
        by: "system",
        why: "Rien à rembourser",
        at: now,
      }),
      { session },
    );
    await appendToLedger(
      released.map(({ reservation, payment }) => ({ payment, parties: partiesOf(reservation) })),
      session,
    );
    await freeDays(
      released.map(({ reservation }) => reservation),
      session,
    );
    await queueReservationMails(
      released.map(({ reservation }) => ({ news: newsOfCancellation(reservation), reservation })),
      session,
    );
  });
  await bumpContentVersion({
    days: released.map(({ reservation }) => reservation.venueId.toString()),
  });
  await enqueue("send-mails");
}
