import { trusted, type ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { formatEuros } from "~/platform/money";
import { answerLink } from "./answer-link.server";
import { formatPeriod, periodOf } from "./rules/calendar";
import { shortName } from "~/accounts/display-name";
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
}

/** Something to tell about a reservation; `which` tells news apart that may come more than once. */
interface Notice {
  news: ReservationNews;
  reservation: Reservation;
  which?: string;
}

/**
 * Queues the mails that tell buyers and owners, in the transaction of what they tell about. The
 * same news of the same reservation is told once.
 */
export async function queueReservationMails(
  notices: readonly Notice[],
  session: ClientSession,
): Promise<void> {
  const people = await partiesOf(notices, session);
  const mails = notices.flatMap((notice) => {
    const { userId, ownerId } = notice.reservation;
    return mailsOf(notice, people.get(userId.toString()), people.get(ownerId.toString()));
  });
  await queueMails(mails, session);
}

function mailsOf(
  { news, reservation, which }: Notice,
  buyer: Person | undefined,
  owner: Person | undefined,
): MailMessage[] {
  const { venueTitle, venueCity } = reservation;
  const telling = {
    reservation,
    what: `${venueTitle} (${venueCity}), ${formatPeriod(periodOf(reservation))}`,
    buyerName: buyer ? shortName(buyer) : "Un client",
  };
  const key = `reservation-${news}:${reservation._id.toString()}${which ? `:${which}` : ""}`;
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
  confirmed: ({ reservation, what }) => ({
    subject: `Réservation confirmée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre paiement de ${formatEuros(reservation.total)} est reçu et votre réservation est confirmée\u00a0: ${what}.`,
      describePolicy(reservation.policy, reservation.startDate),
    ],
    action: MY_REQUESTS,
  }),
  pending: ({ reservation, what }) => ({
    subject: `Demande envoyée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre demande est transmise au propriétaire\u00a0: ${what}.`,
      `Il répond au plus tard le ${formatInstant(reservation.answerBy!)}. Les ${formatEuros(reservation.total)} sont réservés sur votre carte et ne seront débités que s’il accepte.`,
    ],
    action: MY_REQUESTS,
  }),
  accepted: ({ reservation, what }) => ({
    subject: `Demande acceptée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire a accepté votre demande, votre réservation est confirmée\u00a0: ${what}.`,
      `${formatEuros(reservation.total)} ont été débités. ${describePolicy(reservation.policy, reservation.startDate)}`,
    ],
    action: MY_REQUESTS,
  }),
  refused: ({ reservation, what }) => ({
    subject: `Demande refusée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire n’a pas pu accepter votre demande\u00a0: ${what}.`,
      `Motif\u00a0: ${reservation.cancellation?.why ?? ""}`,
      giveBackSentence(reservation),
    ],
    action: FIND_ANOTHER,
  }),
  unanswered: ({ reservation, what }) => ({
    subject: `Demande restée sans réponse\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Le propriétaire n’a pas répondu dans les 24 heures, votre demande est annulée\u00a0: ${what}.`,
      giveBackSentence(reservation),
    ],
    action: FIND_ANOTHER,
  }),
  cancelled: ({ reservation, what }) => ({
    subject: `Réservation annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${BY_WHOM_FOR_BUYER[reservation.cancellation?.by ?? "system"]}\u00a0: ${what}.`,
      giveBackSentence(reservation),
    ],
    action: MY_REQUESTS,
  }),
  voided: ({ reservation, what }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre banque n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
      giveBackSentence(reservation),
    ],
    action: FIND_ANOTHER,
  }),
  payment_returned: ({ reservation, what }) => ({
    subject: `Paiement rendu\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `Votre paiement est arrivé alors que la réservation n’était plus en cours\u00a0: ${what}.`,
      "Il vous est rendu en totalité. Selon votre banque, cela prend jusqu’à 10 jours.",
    ],
    action: FIND_ANOTHER,
  }),
};

const TO_OWNER: Partial<Record<ReservationNews, (telling: Telling) => Content>> = {
  confirmed: ({ reservation, what, buyerName }) => ({
    subject: `Nouvelle réservation\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${buyerName} a réservé et payé\u00a0: ${what}.`,
      `Vous recevez ${formatEuros(reservation.ownerShare)}.`,
    ],
    action: MY_VENUES,
  }),
  pending: ({ reservation, what, buyerName }) => ({
    subject: `Demande à valider\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `${buyerName} souhaite réserver\u00a0: ${what}.`,
      `Vous recevrez ${formatEuros(reservation.ownerShare)}. Répondez au plus tard le ${formatInstant(reservation.answerBy!)}\u00a0; sans réponse, la demande est annulée.`,
      `Pour refuser\u00a0: ${answerLink(reservation, "refuser")}`,
    ],
    action: { label: "Accepter la demande", url: answerLink(reservation, "accepter") },
  }),
  accepted: ({ reservation, what, buyerName }) => ({
    subject: `Réservation confirmée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La réservation de ${buyerName} est confirmée\u00a0: ${what}.`,
      `Vous recevez ${formatEuros(reservation.ownerShare)}.`,
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
  cancelled: ({ reservation, what, buyerName }) => ({
    subject: `Réservation annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La réservation de ${buyerName} est annulée\u00a0: ${what}. Ces dates sont de nouveau libres.`,
      reservation.refunded > 0
        ? `${formatEuros(reservation.refunded)} sont remboursés au client, votre part et la nôtre à proportion.`
        : "Rien n’est remboursé au client.",
    ],
    action: MY_VENUES,
  }),
  voided: ({ reservation, what, buyerName }) => ({
    subject: `Demande annulée\u00a0: ${reservation.venueTitle}`,
    paragraphs: [
      `La banque de ${buyerName} n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
    ],
    action: MY_VENUES,
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
const FIND_ANOTHER = { label: "Trouver un autre lieu", url: `${env.APP_URL}/reservation` };

function giveBackSentence({ paidAt, refunded, total }: Reservation): string {
  if (!paidAt)
    return `Rien n’a été débité\u00a0: les ${formatEuros(total)} réservés sur votre carte sont libérés.`;
  if (refunded === 0) return "Selon les conditions d’annulation, rien n’est remboursé.";
  return `${formatEuros(refunded)} vous sont remboursés. Selon votre banque, cela prend jusqu’à 10 jours.`;
}

function reference(reservation: Reservation): string {
  return `Référence\u00a0: ${reservation.reference}`;
}
