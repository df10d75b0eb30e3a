/** What tells buyers that they come, and waits while its server does not take it, once the address in it is a former one. */
import { trusted, type ClientSession } from "mongoose";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { clientName } from "./client-name";
import type { Person, Place } from "./mail-paragraphs";
import { mailAgain } from "./mails-again.server";
import { eventOf, queueReservationMails } from "./mails.server";

/** With the address in their text and in their file; those of other dates have it in their file alone. */
const CONFIRMATIONS = "^reservation-(?:confirmed|accepted):.*:buyer(?::[0-9]+)?$";
const OTHER_DATES = "^reservation-dates-changed:.*:buyer$";

/**
 * Makes confirmations that wait still anew, and the files of mails that tell of other dates, in the transaction that corrects the
 * street: they would leave after the mail that tells of it.
 *
 * @param known the buyers by id, and the venues by id, as they are from now on
 */
export async function renewWaiting(
  stays: readonly Reservation[],
  { people, places, now }: { people: Map<string, Person>; places: Map<string, Place>; now: Date },
  session: ClientSession,
): Promise<void> {
  const byId = new Map(stays.map((one) => [one._id.toString(), one]));
  const waiting = async (keys: string) => {
    const found = await MailModel.find(
      {
        about: trusted({ $in: [...byId.keys()] }),
        status: "queued",
        key: trusted({ $regex: keys }),
      },
      "key about",
      { session },
    ).lean();
    return found.map(({ _id, key, about = "" }) => ({ _id, key, reservation: byId.get(about)! }));
  };
  for (const { _id, key, reservation } of await waiting(CONFIRMATIONS)) {
    const again = mailAgain(key, reservation, todayInParis(now));
    if (!again) continue;
    const { news, side } = again;
    await MailModel.deleteOne({ _id }, { session });
    await queueReservationMails([{ news, reservation, again: { side, at: now } }], session);
  }
  for (const { _id, reservation } of await waiting(OTHER_DATES)) {
    const buyerName = clientName(people.get(reservation.userId.toString()));
    const place = places.get(reservation.venueId.toString());
    const attachment = eventOf({ reservation, buyerName, place }, "buyer", "confirmed");
    await MailModel.updateOne({ _id }, { $set: { attachment } }, { session });
  }
}
