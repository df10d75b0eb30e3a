import { Types, type ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { finishGrant, grantRefund } from "~/bookings/cancel/grant-refund.server";
import { dueBackOf } from "~/payments/due-back.server";
import { awaitedOf } from "~/rules/money-words";
import { inTransaction } from "~/platform/database.server";
import { formatEuros, type Cents } from "~/platform/money";
import { confirmActor, leavesOwnMatter, mayAct, type Actor } from "../audit/actor.server";
import { isDoneBefore } from "../audit/done-before.server";
import { recordAct, type Act } from "../audit/record-act.server";
import { syncPayments } from "./follow-reservation.server";

interface Refund {
  actor: Actor;
  reservationId: string;
  amount: Cents;
  /** Cents that the page said were given back or decided. */
  decided: Cents;
  /** Told to both sides. */
  why: string;
  /** The administrator's own. */
  password: string | undefined;
  now: Date;
}

/**
 * Gives back more of a reservation than its policy does, up to what is left of what was paid. The reservation
 * stays what it is; the owner's part and the platform's come back in proportion, a credit note is made, and
 * both sides are told once the money is on its way. Pressed twice it is given once, and the second press is told of it.
 * Stripe is asked first what went back: a refund that somebody made in its dashboard would else count as this one, or with it.
 *
 * @returns whether all that is due went back, but for what the office has given up: else the reconciliation goes on with it,
 * or a case waits for a person
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "forbidden" | "not_found" |
 *   "refund_too_large" | "refunded_meanwhile" | "own_matter" | "unavailable")
 */
export async function refundBeyond({
  actor,
  password,
  ...request
}: Refund): Promise<{ isDone: boolean }> {
  const { reservationId, amount, decided, why, now } = request;
  await confirmActor(actor, password, now);
  const deed: Act = {
    actor,
    act: "reservation.refund",
    target: reservationId,
    why,
    before: `${formatEuros(decided)} rendus ou accordés`,
    after: `${formatEuros(decided + amount)} rendus ou accordés`,
    at: now,
  };
  if (!(await isDoneBefore(deed, null))) await syncPayments(new Types.ObjectId(reservationId), now);
  const granted = await inTransaction(async (transaction) => {
    const before = await grantedBefore(deed, transaction);
    if (before) return before;
    await recordAct(deed, transaction);
    await mayAct(actor, "reservations.refund", transaction);
    const reservation = await grantRefund(request, transaction);
    const buyer = reservation.userId.toString();
    await leavesOwnMatter(actor, buyer, "reservations.refund", transaction);
    return reservation;
  });
  const after = await finishGrant(granted, now);
  return { isDone: awaitedOf((await dueBackOf([after]))(after)) === 0 };
}

/** What an earlier press of the same form granted; null: there was none. */
async function grantedBefore(deed: Act, transaction: ClientSession): Promise<Reservation | null> {
  if (!(await isDoneBefore(deed, transaction))) return null;
  return await ReservationModel.findById(deed.target).session(transaction).lean();
}
