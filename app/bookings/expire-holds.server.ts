import { trusted } from "mongoose";
import type { Actor } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { closePayment } from "~/payments/close-payment.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { each } from "./each.server";
import type { ReservationEvent } from "./life";
import { freeDays, moveReservation } from "./move.server";
import { adoptLostPayment, isOpening, paymentFields, refOf } from "./payment-record.server";
import { syncReservation } from "./sync-reservation.server";

/** How many a turn of the job takes at most; the rest is due at the next one. */
const BATCH = 500;
const AT_ONCE = 8;

/** Ends the holds whose time is over. Returns how many ended. */
export async function expireHolds(now: Date): Promise<number> {
  const expired = await ReservationModel.find({ status: "hold", holdUntil: trusted({ $lte: now }) })
    .sort({ holdUntil: 1 })
    .limit(BATCH)
    .lean();
  let ended = 0;
  await each(expired, AT_ONCE, "hold not expired", async (hold) => {
    if (await expireHold(hold, now)) ended += 1;
  });
  return ended;
}

/** Ends one hold whose time is over; see `closeHold`. */
export async function expireHold(hold: Reservation, now: Date): Promise<boolean> {
  return await closeHold(hold, {
    event: "expire",
    by: "system",
    why: "Délai de paiement dépassé",
    now,
  });
}

/**
 * Ends a hold and frees its days: Stripe first, days second. A payment that was faster is taken
 * note of instead, and one that is being opened at this moment is left alone.
 *
 * @param hold as it was read; when it was moved since, nothing happens
 * @returns whether its days are free now
 */
export async function closeHold(
  hold: Reservation,
  { event, by, why, now }: { event: ReservationEvent; by: Actor; why: string; now: Date },
): Promise<boolean> {
  if (isOpening(hold, now)) return false;
  const known = hold.opening ? await adoptLostPayment(hold) : hold;
  const payment = await closePayment(refOf(known));
  if (payment.state === "paid" || payment.state === "authorised") {
    await syncReservation(hold._id.toString(), { now });
    return false;
  }
  const ended = await inTransaction(async (session) => {
    const move = { from: "hold", event, by, why, at: now, set: paymentFields(payment) } as const;
    // A payment opened since then has claimed an attempt of its own.
    const where = { attempt: hold.attempt };
    const dead = await moveReservation(hold._id, { ...move, where }, session);
    if (dead) await freeDays([hold._id], session);
    return dead !== null;
  });
  if (ended) await bumpContentVersion();
  return ended;
}
