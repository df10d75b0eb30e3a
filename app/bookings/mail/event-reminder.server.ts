/** What both sides are reminded of shortly before a reservation begins. */
import type { Reservation } from "@models/reservation";
import type { MailMessage } from "~/platform/mail/mail.server";
import { timesChanged } from "~/rules/change-of-dates";
import type { Side } from "~/rules/history-words";
import { buyersMoney, ownersMoney, type Due, type Money } from "~/rules/money-words";
import { otherFirst } from "~/rules/other-side";
import { clientName } from "./client-name";
import {
  contactParagraphs,
  placeParagraphs,
  priceParagraph,
  stayText,
  type Person,
  type Place,
} from "./mail-paragraphs";
import { buyersPage, ownersPage, withinReach } from "./mail-links.server";
import { referenceText } from "./mails.server";

interface Parties {
  buyer: Person | undefined;
  owner: Person | undefined;
  place: Place | undefined;
  money: Money;
  /** What has yet to go back to the buyer. */
  due: Due;
}

/** The reminders of one reservation; none for who has left. */
export function eventReminders(
  reservation: Reservation,
  { buyer, owner, place, money, due }: Parties,
): MailMessage[] {
  return [
    ...eventReminder("buyer", buyer, {
      reservation,
      left: money.refunded > 0 || due !== 0 ? [buyersMoney(money, due)] : [],
      text: `Votre réservation approche\u00a0: ${stayText(reservation)}.`,
      facts: [...placeParagraphs(reservation, place), ...contactParagraphs("Votre contact", owner)],
    }),
    ...eventReminder("owner", owner, {
      reservation,
      left: money.takenBack > 0 || due !== 0 ? [ownersMoney(money, due)] : [],
      text: `${otherFirst(clientName(buyer))} vient bientôt\u00a0: ${stayText(reservation)}.`,
      facts: contactParagraphs("Votre client", buyer),
    }),
  ];
}

interface EventReminder {
  reservation: Reservation;
  text: string;
  facts: string[];
  /** What is left of the price, where some was given back or is to be. */
  left: string[];
}

function eventReminder(
  role: Side,
  person: Person | undefined,
  { reservation, text, facts, left }: EventReminder,
): MailMessage[] {
  if (!person) return [];
  const content = {
    paragraphs: [text, ...facts, priceParagraph(reservation, role), ...left],
    action: role === "buyer" ? buyersPage(reservation) : ownersPage(reservation),
  };
  const { paragraphs, action } = withinReach(content, person);
  return [
    {
      key: `reservation-event-soon:${reservation._id.toString()}${ofDates(reservation)}:${role}`,
      about: reservation._id.toString(),
      to: person.email,
      subject: `Rappel\u00a0: ${stayText(reservation)}`,
      paragraphs: [`Bonjour ${person.name},`, ...paragraphs, referenceText(reservation)],
      action,
    },
  ];
}

/** New dates are reminded of anew. */
function ofDates(reservation: Reservation): string {
  const times = timesChanged(reservation);
  return times > 0 ? `:${times}` : "";
}
