import { trusted, type ClientSession } from "mongoose";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";

/**
 * Deletes the reminders of reservations that wait for their turn still, in the transaction of what makes them untrue: they
 * would leave after the mail that tells of it, and say how to get in.
 */
export async function takeBackReminders(
  reservations: readonly Pick<Reservation, "_id">[],
  session: ClientSession,
): Promise<void> {
  if (reservations.length === 0) return;
  const about = reservations.map(({ _id }) => _id.toString());
  await MailModel.deleteMany(
    {
      about: trusted({ $in: about }),
      status: "queued",
      key: trusted({ $regex: "^reservation-[a-z]+-soon:" }),
    },
    { session },
  );
}
