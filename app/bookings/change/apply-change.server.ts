import { trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { Actor } from "@models/enumerations";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { datesTexts, type NewTerms } from "~/rules/change-of-dates";
import { queueChangeMails } from "../mail/change-mails.server";
import { leaveFor, takeBeside } from "../record/change-slots.server";
import { endWaitsFor } from "../record/own-days.server";
import { finishTransition } from "../payment/sync-reservation.server";

/** That a reservation still is what the change was worked out for: its dates, its price, its money. */
export function unchanged(reservation: Reservation) {
  const { _id, startDate, endDate, startSlot, endSlot } = reservation;
  const { total, refunded, grant, change, supplements = [] } = reservation;
  const wentBack = supplements.map((one, place) => [`supplements.${place}.refunded`, one.refunded]);
  return {
    ...{ _id, status: "confirmed" as const, startDate, endDate, startSlot, endSlot },
    ...{ total, refunded, "grant.refund": grant?.refund ?? trusted({ $exists: false }) },
    ...(Object.fromEntries(wentBack) as object),
    ...(change ? { "change.at": change.at } : { change: trusted({ $exists: false }) }),
  };
}

interface Applying {
  terms: NewTerms;
  by: Actor;
  why: string;
  now: Date;
  /** What else is to be done in the same transaction. */
  also?: (session: ClientSession) => Promise<void>;
}

/**
 * Gives a reservation its new dates and price, in one transaction: half days that it does not have yet are
 * taken, those that it no longer needs are free, both sides are told. What they cost less goes back
 * afterwards; a crash before that leaves it to the reconciliation job.
 *
 * @param reservation as it was read; with a waiting change, the one that is agreed to
 * @returns the reservation after it, or null when somebody changed it meanwhile
 * @throws duplicate key when somebody else has one of the half days
 */
export async function applyChange(
  reservation: Reservation,
  { terms, by, why, now, also }: Applying,
): Promise<Reservation | null> {
  const dates = { step: "changed", ...datesTexts(reservation, terms) } as const;
  const { returned, ...price } = terms;
  const ofSupplements = (returned ?? []).map((cents, place) => [
    `supplements.${place}.returned`,
    cents,
  ]);
  const less = reservation.total - terms.total;
  const after = await inTransaction(async (session) => {
    const changed = await updateAndRead(
      ReservationModel,
      unchanged(reservation),
      {
        // What is due back is found by the reconciliation, should nobody get to it now.
        $set: {
          ...price,
          ...(Object.fromEntries(ofSupplements) as object),
          ...(less > 0 && { ledgerOpen: true }),
        },
        $unset: { change: 1 },
        $push: { history: { state: "confirmed", at: now, by, why, dates } },
      },
      { session },
    );
    if (!changed) return null;
    await also?.(session);
    // With a change that waited they are taken already.
    if (!reservation.change) await takeBeside(reservation, terms, session);
    await leaveFor(reservation, terms, session);
    // Until then they have the old days beside the new ones.
    await endWaitsFor(changed, session);
    const shareBefore = reservation.ownerShare;
    await queueChangeMails("changed", { reservation: changed, dates, less, shareBefore }, session);
    return changed;
  });
  if (!after) return null;
  await bumpContentVersion({ days: [reservation.venueId.toString()] });
  await enqueue("send-mails");
  return less > 0 ? await finishTransition(after, now) : after;
}
