import { trusted, type ClientSession } from "mongoose";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";

/**
 * By their keys: of what is still to come, and until when a request or other dates await their answer; the same of what is to
 * come no more, and that its address was corrected; until when other dates await theirs; the question that follows a stay; and
 * where what is to come takes place.
 */
const WAITING = {
  reminders: "^reservation-(?:[a-z]+-soon|(?:dates-)?extended):",
  over: "^reservation-(?:[a-z]+-soon|(?:dates-)?extended|address):",
  later: "^reservation-dates-extended:",
  review: "^reservation-review:",
  place: "^reservation-(?:event-soon|address):.*:buyer$",
};

/**
 * Deletes the reminders of reservations that wait for their turn still, in the transaction of what makes them untrue: they
 * would leave after the mail that tells of it, and say how to get in.
 *
 * @param which those, all that speak of it as to come, those of other dates, the question for a review, which is put again a day later where it still may be, or
 *   those that say where it is, which come again with the next turn
 */
export async function takeBackReminders(
  reservations: readonly Pick<Reservation, "_id">[],
  session: ClientSession,
  which: keyof typeof WAITING = "reminders",
): Promise<void> {
  if (reservations.length === 0) return;
  const about = reservations.map(({ _id }) => _id.toString());
  await MailModel.deleteMany(
    {
      about: trusted({ $in: about }),
      status: "queued",
      key: trusted({ $regex: WAITING[which] }),
    },
    { session },
  );
}
