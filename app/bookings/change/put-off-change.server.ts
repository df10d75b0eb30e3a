import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { changeDeadline } from "~/rules/change-of-dates";
import { queuePutOffMails } from "../mail/put-off-mails.server";
import { isBeyondAnswer } from "../record/end-change.server";

/**
 * Puts off the time of new dates that their owner was not asked for within it, for no mail left: by the ordinary one, never
 * past the first day of either dates. Both sides are told.
 *
 * @param reservation as it was read, with the change
 * @returns false when their time is over all the same
 */
export async function putOffChange(reservation: Reservation, now: Date): Promise<boolean> {
  const isPutOff = await inTransaction((session) => putOffWithin(reservation, now, session));
  if (isPutOff) await enqueue("send-mails");
  return isPutOff;
}

async function putOffWithin(
  reservation: Reservation,
  now: Date,
  session: ClientSession,
): Promise<boolean> {
  const { _id, ownerId, startDate, change } = reservation;
  const until = changeDeadline(now, startDate, change!.startDate);
  if (until <= now || (await isBeyondAnswer(reservation, session))) return false;
  // Who is banned cannot answer any more: what awaits their answer runs out.
  if (!(await isAccountOpen(ownerId, session))) return false;
  const after = await updateAndRead(
    ReservationModel,
    { _id, status: "confirmed", "change.at": change!.at, "change.until": change!.until },
    { $set: { "change.until": until } },
    { session },
  );
  if (after) await queuePutOffMails(after, session);
  return after !== null;
}
