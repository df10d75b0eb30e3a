import { trusted, type ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { formatEuros } from "~/platform/money";
import { answerLink } from "./answer-link.server";
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

interface Person {
  name: string;
  lastname: string;
  email: string;
}

type Content = Pick<MailMessage, "subject" | "paragraphs" | "action">;

interface Telling {
  reservation: Reservation;
  /** 'Salle des Tilleuls (Rouen), du 11/06/2027 au 13/06/2027' */
  what: string;
  /** 'Marie D.' */
  buyerName: string;
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
  const people = await partiesOf(notices, session);
  const moneyOf = await ledgerMoney(
    notices.map(({ reservation }) => reservation._id),
    session,
  );
  const mails = notices.flatMap((notice) => {
    const { _id, userId, ownerId } = notice.reservation;
    const money = notice.orphan?.money ?? moneyOf(_id);
    return mailsOf(notice, money, {
      buyer: people.get(userId.toString()),
      owner: people.get(ownerId.toString()),
    });
  });
  await queueMails(mails, session);
}

function mailsOf(
  { news, reservation, orphan }: Notice,
  money: Money,
  { buyer, owner }: { buyer: Person | undefined; owner: Person | undefined },
): MailMessage[] {
  const { venueTitle, venueCity } = reservation;
  const telling = {
    reservation,
    what: `${venueTitle} (${venueCity}), ${formatPeriod(periodOf(reservation))}`,
    buyerName: buyer ? shortName(buyer) : "Un client",
    money,
  };
  const key = `reservation-${news}:${reservation._id.toString()}${orphan ? `:${orphan.id}` : ""}`;
  const mailTo = (role: string, person: Person | undefined, content: Content | undefined) => {
    if (!person || !content) return [];
    const greeting = `Bonjour ${person.name},`;
    const paragraphs = [greeting, ...content.paragraphs, reference(reservation)];
    return [{ ...content, paragraphs, key: `${key}:${role}`, to: person.email }];
  };
  return [
    ...mailTo("buyer", buyer, TO_BUYER[news](telling)),
    ...mailTo("owner", owner, TO_OWNER[news]?.(telling)),
  ];
}

/** The people concerned, by id; nobody who has left. */
async function partiesOf(
  notices: readonly Notice[],
  session: ClientSession,
): Promise<Map<string, Person>> {
  const ids = notices.flatMap(({ reservation }) => [reservation.userId, reservation.ownerId]);
  const users = await UserModel.find(
    { _id: trusted({ $in: ids }), deletedAt: trusted({ $exists: false }) },
    { name: 1, lastname: 1, email: 1 },
    { session },
  ).lean();
  return new Map(users.map((user) => [user._id.toString(), user]));
}

const TO_BUYER: Record<ReservationNews, (telling: Telling) => Content> = {
  confirmed: ({ reservation, what, money }) => ({
    subject: `Réservation confirmée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre réservation est confirmée\u00a0: ${what}. ${buyersMoney(money)}`,
      describePolicy(reservation.policy, reservation.startDate),
    ],
    action: MY_REQUESTS,
  }),
  pending: ({ reservation, what, money }) => ({
    subject: `Demande envoyée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre demande est transmise au propriétaire\u00a0: ${what}.`,
      `Il répond au plus tard le ${formatInstant(reservation.answerBy!)}. ${buyersMoney(money)} Ils ne le seront que s’il accepte.`,
    ],
    action: MY_REQUESTS,
  }),
  accepted: ({ reservation, what, money }) => ({
    subject: `Demande acceptée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire a accepté votre demande, votre réservation est confirmée\u00a0: ${what}.`,
      `${buyersMoney(money)} ${describePolicy(reservation.policy, reservation.startDate)}`,
    ],
    action: MY_REQUESTS,
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
      buyersMoneyAtEnd(money),
    ],
    action: MY_REQUESTS,
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
  confirmed: ({ reservation, what, buyerName, money }) => ({
    subject: `Nouvelle réservation\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${buyerName} a réservé\u00a0: ${what}.`,
      `${paidSentence(money)}Votre part est de ${formatEuros(reservation.ownerShare)}.`,
    ],
    action: MY_VENUES,
  }),
  pending: ({ reservation, what, buyerName }) => ({
    subject: `Demande à valider\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${buyerName} souhaite réserver\u00a0: ${what}.`,
      `Si vous acceptez, votre part est de ${formatEuros(reservation.ownerShare)}. Répondez au plus tard le ${formatInstant(reservation.answerBy!)}\u00a0; sans réponse, la demande est annulée.`,
      `Pour refuser\u00a0: ${answerLink(reservation, "refuser")}`,
    ],
    action: { label: "Accepter la demande", url: answerLink(reservation, "accepter") },
  }),
  accepted: ({ reservation, what, buyerName, money }) => ({
    subject: `Réservation confirmée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La réservation de ${buyerName} est confirmée\u00a0: ${what}.`,
      `${paidSentence(money)}Votre part est de ${formatEuros(reservation.ownerShare)}.`,
    ],
    action: MY_VENUES,
  }),
  unanswered: ({ reservation, what, buyerName }) => ({
    subject: `Demande expirée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Sans réponse de votre part dans les 24 heures, la demande de ${buyerName} est annulée\u00a0: ${what}.`,
    ],
    action: MY_VENUES,
  }),
  cancelled: ({ reservation, what, buyerName, money }) => ({
    subject: `Réservation annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La réservation de ${buyerName} est annulée\u00a0: ${what}. Ces dates sont de nouveau libres.`,
      ownersLoss(money),
    ],
    action: MY_VENUES,
  }),
  voided: ({ reservation, what, buyerName, money }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La banque de ${buyerName} n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
      ownersLoss(money),
    ],
    action: MY_VENUES,
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

const MY_REQUESTS = { label: "Voir mes demandes", url: `${env.APP_URL}/mes-demandes` };
const MY_VENUES = { label: "Voir mes lieux", url: `${env.APP_URL}/mes-locations` };
const MY_PAYMENT_ACCOUNT = {
  label: "Vérifier mon compte de paiement",
  url: `${env.APP_URL}/create-stripe-account`,
};
const FIND_ANOTHER = { label: "Trouver un autre lieu", url: `${env.APP_URL}/reservation` };

function paidSentence({ paid }: Money): string {
  return paid > 0 ? `Le client a payé ${formatEuros(paid)}. ` : "";
}

function reference(reservation: Reservation): string {
  return `Référence\u00a0: ${reservation.reference}`;
}
