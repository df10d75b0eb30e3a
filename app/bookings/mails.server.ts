import { trusted, type ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { formatInstant } from "~/platform/days";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { formatEuros } from "~/platform/money";
import { answerLink } from "./answer-link.server";
import {
  contactParagraphs,
  placeParagraphs,
  priceParagraph,
  type Person,
  type Place,
} from "./mail-paragraphs";
import {
  buyersPage,
  buyersReceipt,
  FIND_ANOTHER,
  MY_PAYMENT_ACCOUNT,
  ownersPage,
} from "./mail-links.server";
import { ledgerMoney } from "./money.server";
import { formatPeriod, periodOf } from "./rules/calendar";
import { shortName } from "~/accounts/display-name";
import { buyersMoney, buyersMoneyAtEnd, ownersLoss, type Money } from "./rules/money-words";
import { describePolicy } from "./rules/policy";

/** What there is to tell about a reservation. */
export type ReservationNews =
  | "confirmed"
  | "pending"
  | "accepted"
  | "refused"
  | "unanswered"
  | "cancelled"
  | "voided"
  | "capture_refused"
  | "payment_returned";

/** What to tell of a cancellation, by who called it off and whether it had been confirmed. */
export function newsOfCancellation({ cancellation, paidAt }: Reservation): ReservationNews {
  if (paidAt) return "cancelled";
  if (cancellation?.by === "owner") return "refused";
  return cancellation?.by === "system" ? "unanswered" : "cancelled";
}

type Content = Pick<MailMessage, "subject" | "paragraphs" | "action" | "alternative">;

interface Telling {
  reservation: Reservation;
  what: string;
  /** 'Marie D.' */
  buyerName: string;
  buyer: Person | undefined;
  owner: Person | undefined;
  /** Of news that confirm. */
  place: Place | undefined;
  /** As the ledger has it by now. */
  money: Money;
}

/** Something to tell about a reservation. */
interface Notice {
  news: ReservationNews;
  reservation: Reservation;
  /** Of news that may come more than once, about a payment that is not the reservation's own. */
  orphan?: { id: string; money: Money };
}

/**
 * Queues the mails that tell buyers and owners, in the transaction of what they tell about and after
 * the ledger was written: what they say of money is read there. The same news of the same reservation is
 * told once.
 */
export async function queueReservationMails(
  notices: readonly Notice[],
  session: ClientSession,
): Promise<void> {
  const people = await partiesOf(
    notices.map(({ reservation }) => reservation),
    session,
  );
  const places = await placesOf(
    notices.filter(({ news }) => CONFIRMING.includes(news)).map(({ reservation }) => reservation),
    session,
  );
  const moneyOf = await ledgerMoney(
    notices.map(({ reservation }) => reservation._id),
    session,
  );
  const mails = notices.flatMap((notice) => {
    const { _id, userId, ownerId, venueId } = notice.reservation;
    const money = notice.orphan?.money ?? moneyOf(_id);
    return mailsOf(notice, money, {
      buyer: people.get(userId.toString()),
      owner: people.get(ownerId.toString()),
      place: places.get(venueId.toString()),
    });
  });
  await queueMails(mails, session);
}

function mailsOf(
  { news, reservation, orphan }: Notice,
  money: Money,
  { buyer, owner, place }: Pick<Telling, "buyer" | "owner" | "place">,
): MailMessage[] {
  const telling = {
    reservation,
    what: whatOf(reservation),
    buyerName: buyer ? shortName(buyer) : "Un client",
    ...{ money, buyer, owner, place },
  };
  const key = `reservation-${news}:${reservation._id.toString()}${orphan ? `:${orphan.id}` : ""}`;
  const mailTo = (role: string, person: Person | undefined, content: Content | undefined) => {
    if (!person || !content) return [];
    const greeting = `Bonjour ${person.name},`;
    const paragraphs = [greeting, ...content.paragraphs, referenceText(reservation)];
    return [{ ...content, paragraphs, key: `${key}:${role}`, to: person.email }];
  };
  return [
    ...mailTo("buyer", buyer, TO_BUYER[news](telling)),
    ...mailTo("owner", owner, TO_OWNER[news]?.(telling)),
  ];
}

/** 'Salle des Tilleuls (Rouen), du 11/06/2027 au 13/06/2027' */
export function whatOf(reservation: Reservation): string {
  const { venueTitle, venueCity } = reservation;
  return `${venueTitle} (${venueCity}), ${formatPeriod(periodOf(reservation))}`;
}

/** The people concerned, by id; nobody who has left. */
export async function partiesOf(
  reservations: readonly Reservation[],
  session: ClientSession,
): Promise<Map<string, Person>> {
  const ids = reservations.flatMap(({ userId, ownerId }) => [userId, ownerId]);
  const users = await UserModel.find(
    { _id: trusted({ $in: ids }), deletedAt: trusted({ $exists: false }) },
    { name: 1, lastname: 1, entityName: 1, email: 1, phone: 1 },
    { session },
  ).lean();
  return new Map(users.map((user) => [user._id.toString(), user]));
}

/** The news that tell where the venue is and whom to reach. */
const CONFIRMING: readonly ReservationNews[] = ["confirmed", "accepted"];

/** Where the venues of confirmed reservations are, by id. */
export async function placesOf(
  reservations: readonly Reservation[],
  session: ClientSession,
): Promise<Map<string, Place>> {
  const ids = reservations.map(({ venueId }) => venueId);
  if (ids.length === 0) return new Map();
  const venues = await VenueModel.find(
    { _id: trusted({ $in: ids }) },
    { street: 1, postalCode: 1, city: 1, arrival: 1 },
    { session },
  ).lean();
  return new Map(venues.map((venue) => [venue._id.toString(), venue]));
}

/** What a confirmation tells its buyer besides: where, for how much, whom to reach. */
function buyersFacts({ reservation, owner, place }: Telling): string[] {
  return [
    ...placeParagraphs(reservation, place),
    priceParagraph(reservation, "buyer"),
    ...contactParagraphs("Votre contact", owner),
  ];
}

function ownersFacts({ reservation, buyer }: Telling): string[] {
  return [priceParagraph(reservation, "owner"), ...contactParagraphs("Votre client", buyer)];
}

const TO_BUYER: Record<ReservationNews, (telling: Telling) => Content> = {
  confirmed: (telling) => ({
    subject: `Réservation confirmée\u00a0: ${telling.reservation.venueTitle}`,
    paragraphs: [
      `Votre réservation est confirmée\u00a0: ${telling.what}. ${buyersMoney(telling.money)}`,
      ...buyersFacts(telling),
      describePolicy(telling.reservation.policy, telling.reservation.startDate),
    ],
    action: buyersPage(telling.reservation),
    ...buyersReceipt(telling),
  }),
  pending: ({ reservation, what, money }) => ({
    subject: `Demande envoyée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre demande est transmise au propriétaire\u00a0: ${what}.`,
      `Il répond au plus tard le ${formatInstant(reservation.answerBy!)}. ${buyersMoney(money)} Ils ne le seront que s’il accepte.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
  accepted: (telling) => ({
    subject: `Demande acceptée\u00a0: ${telling.reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire a accepté votre demande, votre réservation est confirmée\u00a0: ${telling.what}.`,
      `${buyersMoney(telling.money)} ${describePolicy(telling.reservation.policy, telling.reservation.startDate)}`,
      ...buyersFacts(telling),
    ],
    action: buyersPage(telling.reservation),
    ...buyersReceipt(telling),
  }),
  refused: ({ reservation, what, money }) => ({
    subject: `Demande refusée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire n’a pas pu accepter votre demande\u00a0: ${what}.`,
      `Motif\u00a0: ${reservation.cancellation?.why ?? ""}`,
      buyersMoneyAtEnd(money),
    ],
    action: FIND_ANOTHER,
  }),
  unanswered: ({ reservation, what, money }) => ({
    subject: `Demande restée sans réponse\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire n’a pas répondu dans les 24 heures, votre demande est annulée\u00a0: ${what}.`,
      buyersMoneyAtEnd(money),
    ],
    action: FIND_ANOTHER,
  }),
  cancelled: ({ reservation, what, money }) => ({
    subject: `Réservation annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${BY_WHOM_FOR_BUYER[reservation.cancellation?.by ?? "system"]}\u00a0: ${what}.`,
      ...ownersReason(reservation),
      buyersMoneyAtEnd(money),
    ],
    action: buyersPage(reservation),
    ...buyersReceipt({ reservation, money }),
  }),
  voided: ({ reservation, what, money }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre banque n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
      buyersMoneyAtEnd(money),
    ],
    action: FIND_ANOTHER,
  }),
  capture_refused: ({ reservation, what, money }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire a accepté votre demande, mais le paiement n’a pas pu être encaissé\u00a0: elle est annulée. ${what}.`,
      buyersMoneyAtEnd(money),
    ],
    action: FIND_ANOTHER,
  }),
  payment_returned: ({ reservation, what, money }) => ({
    subject: `Paiement rendu\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre paiement est arrivé alors que cette demande n’était plus à payer\u00a0: ${what}.`,
      buyersMoneyAtEnd(money),
    ],
    action: FIND_ANOTHER,
  }),
};

const TO_OWNER: Partial<Record<ReservationNews, (telling: Telling) => Content>> = {
  confirmed: (telling) => ({
    subject: `Nouvelle réservation\u00a0: ${telling.reservation.venueTitle}`,
    paragraphs: [
      `${telling.buyerName} a réservé\u00a0: ${telling.what}.`,
      `${paidSentence(telling.money)}Votre part est de ${formatEuros(telling.reservation.ownerShare)}.`,
      ...ownersFacts(telling),
    ],
    action: ownersPage(telling.reservation),
  }),
  pending: ({ reservation, what, buyerName }) => ({
    subject: `Demande à valider\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${buyerName} souhaite réserver\u00a0: ${what}.`,
      `Si vous acceptez, votre part est de ${formatEuros(reservation.ownerShare)}. Répondez au plus tard le ${formatInstant(reservation.answerBy!)}\u00a0; sans réponse, la demande est annulée.`,
      priceParagraph(reservation, "owner"),
      "Chaque bouton ouvre une page qui vous demande de confirmer. Rien ne change avant.",
    ],
    action: { label: "Accepter la demande", url: answerLink(reservation, "accepter") },
    alternative: { label: "Refuser la demande", url: answerLink(reservation, "refuser") },
  }),
  accepted: (telling) => ({
    subject: `Réservation confirmée\u00a0: ${telling.reservation.venueTitle}`,
    paragraphs: [
      `La réservation de ${telling.buyerName} est confirmée\u00a0: ${telling.what}.`,
      `${paidSentence(telling.money)}Votre part est de ${formatEuros(telling.reservation.ownerShare)}.`,
      ...ownersFacts(telling),
    ],
    action: ownersPage(telling.reservation),
  }),
  unanswered: ({ reservation, what, buyerName }) => ({
    subject: `Demande expirée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Sans réponse de votre part dans les 24 heures, la demande de ${buyerName} est annulée\u00a0: ${what}.`,
    ],
    action: ownersPage(reservation),
  }),
  cancelled: ({ reservation, what, buyerName, money }) => ({
    subject: `Réservation annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La réservation de ${buyerName} est annulée\u00a0: ${what}. Ces dates sont de nouveau libres.`,
      ownersLoss(money),
    ],
    action: ownersPage(reservation),
  }),
  voided: ({ reservation, what, buyerName, money }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La banque de ${buyerName} n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
      ownersLoss(money),
    ],
    action: ownersPage(reservation),
  }),
  capture_refused: ({ reservation, what, buyerName, money }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le paiement de ${buyerName} n’a pas pu être encaissé pour votre compte, la demande que vous aviez acceptée est annulée\u00a0: ${what}. Ces dates sont de nouveau libres.`,
      ownersLoss(money),
      "Stripe attend peut-être une pièce de votre part\u00a0: vérifiez votre compte de paiement avant d’accepter une autre demande.",
    ],
    action: MY_PAYMENT_ACCOUNT,
  }),
};

const BY_WHOM_FOR_BUYER = {
  buyer: "Votre réservation est annulée, comme vous l’avez demandé",
  owner: "Le propriétaire a annulé votre réservation",
  admin: "Nous avons dû annuler votre réservation",
  system: "Votre réservation est annulée",
} as const;

function paidSentence({ paid }: Money): string {
  return paid > 0 ? `Le client a payé ${formatEuros(paid)}. ` : "";
}

/** Why an owner called off what they had confirmed. */
function ownersReason({ cancellation }: Reservation): string[] {
  return cancellation?.by === "owner" ? [`Motif\u00a0: ${cancellation.why}`] : [];
}

export function referenceText(reservation: Reservation): string {
  return `Référence\u00a0: ${reservation.reference}`;
}
