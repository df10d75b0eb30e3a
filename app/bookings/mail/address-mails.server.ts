/** The mail that tells those who are to come to a venue that its address was corrected. */
import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { turnOf } from "~/platform/mail/mail-turn";
import { canCancel, nounOf } from "~/rules/reservation-states";
import type { TellOfStreet } from "~/venues/keep-address.server";
import { clientName } from "./client-name";
import { buyersPage, withinReach } from "./mail-links.server";
import {
  contactParagraphs,
  placeParagraphs,
  policyParagraph,
  priceParagraph,
  stayText,
  type Person,
  type Place,
} from "./mail-paragraphs";
import { eventOf, partiesOf, placesOf, referenceText } from "./mails.server";
import { renewWaiting } from "./renew-waiting.server";
import { takeBackReminders } from "./take-back-reminders.server";

type Address = Pick<Place, "street" | "postalCode" | "city">;

interface Correction {
  reservation: Reservation;
  before: Address;
  /** As it is from now on. */
  place: Place;
  owner: Person | undefined;
}

/**
 * Queues one for each reservation and request, to its buyer. A reminder that waits for its turn is taken back, and so is the mail
 * of an earlier correction: they have a former address, and this says all that they do. Who has yet to pay is told by the
 * confirmation.
 */
export const queueAddressMails: TellOfStreet = async (toCome, { before, now }, session) => {
  // So that a reminder or a confirmation that is written at this moment starts again, and has the address as it is now: that of
  // a hold, too, which is paid at this moment.
  const ids = trusted({ $in: toCome.map(({ _id }) => _id) });
  await ReservationModel.updateMany({ _id: ids }, { $set: { remindedAt: now } }, { session });
  const stays = toCome.filter(({ status }) => status !== "hold");
  await takeBackReminders(stays, session, "place");
  const people = await partiesOf(stays, session);
  const places = await placesOf(stays, session);
  await renewWaiting(stays, { people, places, now }, session);
  const mails = stays.flatMap((reservation, index): MailMessage[] => {
    const buyer = people.get(reservation.userId.toString());
    const owner = people.get(reservation.ownerId.toString());
    const place = places.get(reservation.venueId.toString());
    if (!buyer || !place) return [];
    const { paragraphs, ...content } = withinReach(
      addressContent({ reservation, before, place, owner }),
      buyer,
    );
    const about = reservation._id.toString();
    const told = { reservation, buyerName: clientName(buyer), place };
    return [
      {
        ...content,
        ...{ key: `reservation-address:${about}:${now.getTime()}:buyer`, about, to: buyer.email },
        paragraphs: [`Bonjour ${buyer.name},`, ...paragraphs, referenceText(reservation)],
        notBefore: turnOf(index, now),
        attachment: isConfirmed(reservation) ? eventOf(told, "buyer", "confirmed") : undefined,
      },
    ];
  });
  await queueMails(mails, session);
  return new Set(mails.map(({ to }) => to)).size;
};

/** What it says: both addresses, what stays as it is, and what can be done by whoever does not want that. */
export function addressContent({
  reservation,
  before,
  place,
  owner,
}: Correction): Pick<MailMessage, "subject" | "paragraphs" | "action"> {
  const noun = nounOf(reservation.status);
  // How to get in is told to who is sure to come.
  const arrival = isConfirmed(reservation) ? placeParagraphs(reservation, place).slice(1) : [];
  return {
    subject: `Adresse corrigée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `L’adresse de ${reservation.venueTitle} a été corrigée. Rien d’autre ne change pour votre ${noun}\u00a0: ${stayText(reservation)}.`,
      `Nouvelle adresse\u00a0:\n${addressText(place)}`,
      `Adresse d’avant\u00a0:\n${addressText(before)}`,
      ...arrival,
      priceParagraph(reservation, "buyer"),
      ...wayOut(reservation, place, owner),
      `Ce n’est plus le lieu que vous aviez choisi\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
    ],
    action: buyersPage(reservation),
  };
}

function wayOut(reservation: Reservation, place: Place, owner: Person | undefined): string[] {
  if (isConfirmed(reservation)) {
    return [
      "Si vous aviez ajouté cette réservation à votre agenda, le fichier joint l’y met à jour\u00a0; si l’ancienne adresse y reste, corrigez-la.",
      ...contactParagraphs("Votre contact, pour toute question", owner),
      `Vous pouvez annuler depuis la page de votre réservation, à ses conditions. ${policyParagraph(reservation, place)}`,
    ];
  }
  return canCancel(reservation.status)
    ? [
        "Vous pouvez annuler votre demande depuis sa page, sans frais, tant que le propriétaire n’a pas répondu.",
      ]
    : [];
}

const isConfirmed = ({ status }: Reservation) => status === "confirmed";

const addressText = ({ street, postalCode, city }: Address) => `${street}\n${postalCode} ${city}`;
