import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { Actor } from "@models/enumerations";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { datesTexts, refundObstacle, takesSupplement } from "~/rules/change-of-dates";
import { UNANSWERED_BY_OWNER } from "~/rules/reason";
import { queueChangeMails } from "../mail/change-mails.server";
import { leaveWaiting } from "./change-slots.server";

/** Why new dates that waited for a yes come to nothing. */
export interface ChangeEnd {
  step: "refused" | "unanswered" | "withdrawn" | "outdated";
  by: Actor;
  why: string;
  /** Its owner keeps the days that were asked for closed. */
  keepClosed?: boolean;
}

/** Nobody said yes in time. */
const UNANSWERED: ChangeEnd = { step: "unanswered", by: "system", why: UNANSWERED_BY_OWNER };

/** Nobody can say yes any more: what was paid is not as it was when they were asked for. */
const OUTDATED: ChangeEnd = {
  step: "outdated",
  by: "system",
  why: "Un remboursement ou une contestation est venu avant la réponse",
};

const WHY_ENDED = {
  withdrawn: "Supplément abandonné par le client",
  unpaid: "Supplément resté impayé",
  outdated: "La réservation a changé avant le paiement du supplément",
  unpayable: "Supplément impossible à payer",
} as const;

/**
 * Tells both sides that dates which the owner said yes to come to nothing, in the transaction that ends their
 * hold. Of a reservation that was called off meanwhile that has been told.
 *
 * @param supplement its record, `dead`
 * @param ended.by who ended it: its buyer, or nobody in time, or nobody because the reservation is another one by now
 * @param ended.isPayable whether it could be paid
 * @param ended.isReturned it was paid, and all of that given back
 */
export async function tellAgreedEnd(
  supplement: Reservation,
  {
    by,
    isPayable = true,
    isReturned = false,
    at,
  }: { by: Actor; isPayable?: boolean; isReturned?: boolean; at: Date },
  session: ClientSession,
): Promise<void> {
  const _id = supplement.supplementTo!.reservation;
  const before = await ReservationModel.findById(_id, null, { session }).lean();
  if (before?.status !== "confirmed") return;
  const isOutdated = isReturned || !takesSupplement(before, supplement);
  const inVain = isPayable ? "unpaid" : "unpayable";
  const step = by === "buyer" ? "withdrawn" : isOutdated ? "outdated" : inVain;
  const why = WHY_ENDED[step];
  const dates = { step, ...datesTexts(before, supplement) } as const;
  const reservation = await updateAndRead(
    ReservationModel,
    { _id, status: "confirmed" },
    { $push: { history: { state: "confirmed", at, by, why, dates } } },
    { session },
  );
  if (reservation) await queueChangeMails(step, { reservation, dates, supplement }, session);
}

/**
 * Gives up the new dates that wait for the owner's yes: their half days are free again, the reservation
 * keeps its own.
 *
 * @param reservation as it was read, with the change
 * @param at when they came to nothing, for the history
 * @returns the reservation after it, or null when somebody else ended that change first
 */
export async function endChange(
  reservation: Reservation,
  end: ChangeEnd,
  at: Date,
): Promise<Reservation | null> {
  const after = await inTransaction((session) => endChangeWithin(reservation, end, at, session));
  if (after) await tellChangeEnded(after);
  return after;
}

async function endChangeWithin(
  reservation: Reservation,
  { step, by, why, keepClosed }: ChangeEnd,
  at: Date,
  session: ClientSession,
): Promise<Reservation | null> {
  const { _id, status, change } = reservation;
  if (!change) return null;
  const dates = { step, ...datesTexts(reservation, change) };
  const ended = await updateAndRead(
    ReservationModel,
    { _id, status, "change.at": change.at },
    { $unset: { change: 1 }, $push: { history: { state: status, at, by, why, dates } } },
    { session },
  );
  if (!ended) return null;
  await leaveWaiting(reservation, change, session, { keepClosed });
  await queueChangeMails(step, { reservation: ended, dates, why }, session);
  return ended;
}

/** What follows the commit of what ended new dates: pages show their days as free, and both sides are told. */
export async function tellChangeEnded({ venueId }: Pick<Reservation, "venueId">): Promise<void> {
  await bumpContentVersion({ days: [venueId.toString()] });
  await enqueue("send-mails");
}

/** Gives up the new dates that nobody said yes to in time, as of their deadline, whoever noticed that when; likewise. */
export async function endOverdueChange(
  reservation: Reservation,
  now: Date,
): Promise<Reservation | null> {
  if (await isBeyondAnswer(reservation)) return await endChange(reservation, OUTDATED, now);
  const { until = now } = reservation.change ?? {};
  return await endChange(reservation, UNANSWERED, until < now ? until : now);
}

/**
 * Gives up the new dates that wait for a yes which can be given no more, in the transaction that writes down why: something of
 * what was paid goes back, or its payer's bank holds it. `tellChangeEnded` follows the commit.
 *
 * @param reservation as that transaction has it
 * @returns the reservation after it, or null where nothing ended
 */
export async function endOutdatedChange(
  reservation: Reservation,
  now: Date,
  session: ClientSession,
): Promise<Reservation | null> {
  if (!reservation.change || !(await isBeyondAnswer(reservation, session))) return null;
  return await endChangeWithin(reservation, OUTDATED, now, session);
}

/** Whether the owner could not say yes to other dates, as `answerChange` refuses it. */
export async function isBeyondAnswer(
  reservation: Reservation,
  session?: ClientSession,
): Promise<boolean> {
  if (refundObstacle(reservation)) return true;
  const { _id } = reservation;
  return (await ledgerMoney([_id], session))(_id).contested > 0;
}
