import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { Actor } from "@models/enumerations";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { datesTexts, takesSupplement } from "~/rules/change-of-dates";
import { UNANSWERED_BY_OWNER } from "~/rules/reason";
import { queueChangeMails } from "../mail/change-mails.server";
import { leaveWaiting } from "./change-slots.server";

/** Why new dates that waited for a yes come to nothing. */
export interface ChangeEnd {
  step: "refused" | "unanswered" | "withdrawn";
  by: Actor;
  why: string;
  /** Its owner keeps the days that were asked for closed. */
  keepClosed?: boolean;
}

/** Nobody said yes in time. */
export const UNANSWERED: ChangeEnd = {
  step: "unanswered",
  by: "system",
  why: UNANSWERED_BY_OWNER,
};

const WHY_ENDED = {
  withdrawn: "Supplément abandonné par le client",
  unpaid: "Supplément resté impayé",
  outdated: "La réservation a changé avant le paiement du supplément",
} as const;

/**
 * Tells both sides that dates which the owner said yes to come to nothing, in the transaction that ends their
 * hold. Of a reservation that was called off meanwhile that has been told.
 *
 * @param supplement its record, `dead`
 * @param by who ended it: its buyer, or nobody in time, or nobody because the reservation is another one by now
 */
export async function tellAgreedEnd(
  supplement: Reservation,
  by: Actor,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const _id = supplement.supplementTo!.reservation;
  const before = await ReservationModel.findById(_id, null, { session }).lean();
  if (before?.status !== "confirmed") return;
  const isOutdated = !takesSupplement(before, supplement);
  const step = by === "buyer" ? "withdrawn" : isOutdated ? "outdated" : "unpaid";
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
 * @returns the reservation after it, or null when somebody else ended that change first
 */
export async function endChange(
  reservation: Reservation,
  { step, by, why, keepClosed }: ChangeEnd,
  now: Date,
): Promise<Reservation | null> {
  const { _id, status, change } = reservation;
  if (!change) return null;
  const dates = { step, ...datesTexts(reservation, change) };
  const after = await inTransaction(async (session) => {
    const ended = await updateAndRead(
      ReservationModel,
      { _id, status, "change.at": change.at },
      { $unset: { change: 1 }, $push: { history: { state: status, at: now, by, why, dates } } },
      { session },
    );
    if (!ended) return null;
    await leaveWaiting(reservation, change, session, { keepClosed });
    await queueChangeMails(step, { reservation: ended, dates, why }, session);
    return ended;
  });
  if (!after) return null;
  await bumpContentVersion({ days: [reservation.venueId.toString()] });
  await enqueue("send-mails");
  return after;
}
