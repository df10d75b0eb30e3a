import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { releasePayment } from "~/payments/close-payment.server";
import { appendToLedger } from "~/payments/ledger.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { each } from "./each.server";
import { finishMove } from "./finish-move.server";
import { newsOfCancellation, queueReservationMails } from "./mails.server";
import { freeDays, moveUpdate } from "./move.server";
import { paymentFields, refOf } from "./payment-record.server";

const AT_ONCE = 16;

interface Released {
  reservation: Reservation;
  payment: PaymentSnapshot;
}

/**
 * Settles many reservations in `cancelling` as `syncReservation` would each, in one transaction for
 * all those whose authorisation is simply released. Those that are less simple, and all of them
 * should the transaction fail, are finished one by one.
 */
export async function settleCancelled(
  reservations: readonly Reservation[],
  now: Date,
): Promise<void> {
  const released: Released[] = [];
  const others: Reservation[] = [];
  await each(reservations, AT_ONCE, "authorisation not released", async (reservation) => {
    const payment = await release(reservation);
    if (payment?.state === "cancelled") released.push({ reservation, payment });
    else others.push(reservation);
  });
  try {
    await settleAll(released, now);
  } catch (error) {
    logger.warn({ err: error }, "cancellations not settled together");
    others.push(...released.map(({ reservation }) => reservation));
  }
  await each(others, AT_ONCE, "cancellation not settled", async (reservation) => {
    await finishMove(reservation, now);
  });
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
    // Read in the transaction: whoever else settles one of them now makes it run again.
    const waiting = { _id: trusted({ $in: ids }), status: "cancelling" as const };
    const still = await ReservationModel.find(waiting, { _id: 1 }, { session }).lean();
    const stillIds = new Set(still.map(({ _id }) => _id.toString()));
    const due = released.filter(({ reservation }) => stillIds.has(reservation._id.toString()));
    if (due.length === 0) return;
    await ReservationModel.bulkWrite(
      due.map(({ reservation: { _id }, payment }) => ({
        updateOne: {
          filter: { _id, status: "cancelling" as const },
          update: moveUpdate({
            from: "cancelling",
            event: "settle",
            by: "system",
            why: "Rien à rembourser",
            at: now,
            set: paymentFields(payment),
          }),
        },
      })),
      { session },
    );
    await appendToLedger(
      due.map(({ reservation, payment }) => ({ payment, parties: reservation })),
      session,
    );
    await freeDays(
      due.map(({ reservation }) => reservation._id),
      session,
    );
    await queueReservationMails(
      due.map(({ reservation }) => ({ news: newsOfCancellation(reservation), reservation })),
      session,
    );
  });
  await bumpContentVersion();
}
