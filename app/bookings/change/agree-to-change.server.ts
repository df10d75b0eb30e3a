/** An owner's yes to dearer dates: they are held for their buyer until the difference is paid. */
import { trusted, Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel } from "@models/booked-slot";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { Refusal } from "~/platform/refusal";
import { accountToPay } from "~/venues/bookable-venue.server";
import { datesTexts, changeDeadline, slotsBeyond, type NewTerms } from "~/rules/change-of-dates";
import { queueChangeMails } from "../mail/change-mails.server";
import { endSupplements } from "../reserve/unpaid-supplements.server";
import { unchanged } from "./apply-change.server";
import { newSupplement } from "./supplement-record.server";

/** How often a reference may turn out to be another supplement's. */
const TRIES = 3;
const WHY = "Nouvelles dates acceptées par le propriétaire, à payer";

/**
 * Turns dearer dates that wait for the owner's yes into a supplement to be paid, in one transaction: the half
 * days that were held with the reservation are the supplement's from then on, and free at no moment between.
 * The reservation keeps its dates until that is paid.
 *
 * It counts among nobody's unpaid holds: the owner keeps these days for this person.
 *
 * @param reservation as it was read, with the change that is agreed to
 * @returns the record of the supplement, or null when somebody changed the reservation meanwhile
 * @throws Refusal("change_unpayable") while the buyer can make no payment, or the venue's owner take none; whether that is for
 * rent to others by now is no matter of theirs
 */
export async function agreeToChange(
  reservation: Reservation,
  terms: NewTerms,
  now: Date,
): Promise<Reservation | null> {
  const accountId = await accountToPay(reservation.venueId.toString());
  if (accountId === null) throw new Refusal("change_unpayable");
  await endSupplements(reservation._id, now);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      return await agreeOnce(reservation, { terms, accountId }, now);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  throw new Refusal("unavailable");
}

async function agreeOnce(
  reservation: Reservation,
  { terms, accountId }: { terms: NewTerms; accountId: string },
  now: Date,
): Promise<Reservation | null> {
  const { _id, startDate } = reservation;
  const dates = { step: "agreed", ...datesTexts(reservation, terms) } as const;
  const record = newSupplement({
    ...{ reservation, terms, accountId, why: WHY, now },
    holdUntil: changeDeadline(now, startDate, terms.startDate),
    requestKey: `agreed:${new Types.ObjectId().toString()}`,
  });
  const supplement: Reservation = {
    ...record,
    supplementTo: { ...record.supplementTo!, agreed: true },
  };
  const agreed = await inTransaction(async (session) => {
    // Who is banned cannot log in to pay: the days would be held for nobody.
    if (!(await isAccountOpen(reservation.userId, session))) throw new Refusal("change_unpayable");
    const entry = { state: "confirmed", at: now, by: "owner", why: WHY, dates } as const;
    const after = await updateAndRead(
      ReservationModel,
      unchanged(reservation),
      { $unset: { change: 1 }, $push: { history: entry } },
      { session },
    );
    if (!after) return null;
    await ReservationModel.insertMany([supplement], { session });
    const slots = slotsBeyond(reservation, terms, reservation).map((slot) => slot._id);
    await BookedSlotModel.updateMany(
      { _id: trusted({ $in: slots }), reservation: _id },
      { $set: { reservation: supplement._id } },
      { session },
    );
    const news = { reservation: after, dates, supplement };
    await queueChangeMails("agreed", news, session);
    return supplement;
  });
  if (agreed) await enqueue("send-mails");
  return agreed;
}
