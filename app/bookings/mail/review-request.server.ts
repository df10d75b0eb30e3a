/** The one mail that asks a buyer what they think of a venue, once they were there. */
import { trusted, type ClientSession, type Types } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { env } from "~/platform/env.server";
import type { MailMessage } from "~/platform/mail/mail.server";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { NOT_SET } from "~/platform/not-set.server";
import { isReviewedElsewhere } from "~/venues/address-change";
import { priceParagraph, stayText, type Person } from "./mail-paragraphs";
import { partiesOf, referenceText } from "./mails.server";

/**
 * The mails to those of ended reservations whose buyer has something to say and nothing to settle: whom the stay was
 * given back or who contested its payment is not asked, nor who has said it already, nor of a venue that is gone or
 * in another town by now.
 */
export async function reviewRequests(
  reservations: readonly Reservation[],
  session: ClientSession,
): Promise<MailMessage[]> {
  const ids = reservations.map(({ _id }) => _id);
  // What is over keeps no account open; who is closed by now is not among the people.
  for (const { userId } of reservations) await keepFromClosing(userId, session);
  const people = await partiesOf(reservations, session);
  const moneyOf = await ledgerMoney(ids, session);
  const past = { reservation: trusted({ $in: ids }) };
  const settled = new Set([
    ...keysOf(await ReviewModel.find(past, "reservation", { session }).lean()),
    ...keysOf(
      await LedgerEntryModel.find({ ...past, type: "disputed" }, "reservation", { session }).lean(),
    ),
  ]);
  const venues = await VenueModel.find(
    {
      _id: trusted({ $in: reservations.map(({ venueId }) => venueId) }),
      deletedAt: NOT_SET,
      suspendedAt: NOT_SET,
    },
    "city",
    { session },
  ).lean();
  const open = new Map(venues.map((venue) => [venue._id.toString(), venue]));
  return reservations.flatMap((reservation) => {
    const { _id, userId, ownerId, venueId, grant, total } = reservation;
    const [buyer, owner] = [userId, ownerId].map((id) => people.get(id.toString()));
    const { paid, refunded } = moneyOf(_id);
    const isGivenBack = (grant?.refund ?? 0) >= total || (paid > 0 && refunded >= paid);
    const venue = open.get(venueId.toString());
    if (isGivenBack || settled.has(_id.toString())) return [];
    if (!venue || isReviewedElsewhere(reservation, venue)) return [];
    if (!buyer || buyer.bannedAt || !owner || owner.bannedAt) return [];
    return [reviewRequest(reservation, buyer)];
  });
}

const keysOf = (found: readonly { reservation: Types.ObjectId }[]) =>
  found.map(({ reservation }) => reservation.toString());

function reviewRequest(
  reservation: Reservation,
  { name, email }: Pick<Person, "name" | "email">,
): MailMessage {
  const id = reservation._id.toString();
  return {
    key: `reservation-review:${id}:buyer`,
    about: id,
    to: email,
    subject: `Votre avis\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Bonjour ${name},`,
      `Votre location est terminée\u00a0: ${stayText(reservation)}.`,
      "Comment s’est-elle passée\u00a0? Votre avis, relu avant d’être publié, aide les personnes qui cherchent un lieu. Nous ne vous le demandons qu’une fois.",
      priceParagraph(reservation, "buyer"),
      referenceText(reservation),
    ],
    action: { label: "Donner mon avis", url: `${env.APP_URL}/mes-demandes/${id}/avis` },
  };
}
