/** The mails that tell both sides of other dates: asked for, agreed to, or come to nothing. */
import type { ClientSession } from "mongoose";
import type { DatesStep } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { formatEuros, type Cents } from "~/platform/money";
import { changedShare } from "~/rules/money-words";
import { otherFirst } from "~/rules/other-side";
import { wordsIn } from "~/rules/reason";
import { bookedVenueName } from "~/rules/venue-name";
import { ownersParagraph } from "./cancellation-words";
import { clientName } from "./client-name";
import {
  BUTTONS_ASK,
  buyersPage,
  buyersPayment,
  datesButtons,
  ownersPage,
  TERMS_OF_SALE,
  withinReach,
} from "./mail-links.server";
import {
  contractParagraph,
  untilText,
  obligationsParagraphs,
  policyParagraph,
  priceParagraph,
  stayText,
  type Person,
  type Place,
} from "./mail-paragraphs";
import { eventOf, partiesOf, placesOf, referenceText } from "./mails.server";
import { takeBackReminders } from "./take-back-reminders.server";

interface ChangeNews {
  /** As it is after the step. */
  reservation: Reservation;
  dates: { from: string; to: string };
  /** A refusal's reason. */
  why?: string;
  /** Cents that the new dates cost less: due back by the time they are had, not yet while they are asked for. */
  less?: Cents;
  /** Cents that the new dates cost more: paid by the time they are had, to be paid while they are asked for. */
  more?: Cents;
  /** The record of what dates that the owner said yes to cost more. */
  supplement?: Reservation;
  /** What the owner would receive, in cents. */
  ownerShare?: Cents;
  /** What the owner received before, in cents. */
  shareBefore?: Cents;
}

type Content = Pick<MailMessage, "subject" | "paragraphs" | "action" | "alternative">;

/**
 * Queues what there is to tell, in the transaction of the step. Each step is told once: it is known by its place in
 * the history, for one moment may have two, of a payment that is first heard of when other dates are wanted.
 */
export async function queueChangeMails(
  step: DatesStep,
  news: ChangeNews,
  session: ClientSession,
): Promise<void> {
  const { reservation } = news;
  const people = await partiesOf([reservation], session);
  const buyer = people.get(reservation.userId.toString());
  const owner = people.get(reservation.ownerId.toString());
  const about = reservation._id.toString();
  const buyerName = clientName(buyer);
  // Who put the confirmation's file into a calendar has the old dates there.
  const isDone = step === "changed";
  // Whatever else comes of dates that were asked for, they await no answer.
  if (step !== "asked") {
    await takeBackReminders([reservation], session, isDone ? "reminders" : "later");
  }
  const place = (await placesOf([reservation], session)).get(reservation.venueId.toString());
  const key = `reservation-dates-${step}:${about}:${reservation.history.length}`;
  const contents = [
    { role: "buyer", person: buyer, content: TO_BUYER[step]?.({ ...news, owner, place }) },
    {
      role: "owner",
      person: owner,
      content: owner && TO_OWNER[step]?.({ ...news, owner, place }, buyerName),
    },
  ] as const;
  const mails = contents.flatMap(({ role, person, content }): MailMessage[] => {
    if (!person || !content) return [];
    const greeting = `Bonjour ${person.name},`;
    const reached = withinReach(content, person);
    const paragraphs = [greeting, ...reached.paragraphs, referenceText(reservation)];
    const attachment = isDone
      ? eventOf({ reservation, buyerName, place }, role, "confirmed")
      : undefined;
    return [{ ...reached, paragraphs, key: `${key}:${role}`, about, to: person.email, attachment }];
  });
  await queueMails(mails, session);
}

const FILE_IS_NEW =
  "Si vous aviez ajouté cette réservation à votre agenda, le fichier joint l’y met à jour\u00a0; si les anciennes dates y restent, supprimez-les.";

const KEPT = "Votre réservation reste comme elle est";

/** Why dates that the owner said yes to can no longer be had. */
const CHANGED_MEANWHILE = "Un remboursement ou un autre changement est venu entre-temps";
/** Why those that they have not answered cannot. */
const MONEY_MEANWHILE = "Un remboursement ou une contestation du paiement est venu entre-temps";

type PlacedNews = ChangeNews & { place: Place | undefined };

/** @property owner undefined: has left */
interface BuyersNews extends PlacedNews {
  owner: Person | undefined;
}

const TO_BUYER: Partial<Record<DatesStep, (news: BuyersNews) => Content>> = {
  changed: ({ reservation, dates, owner, place, less = 0, more = 0 }) => ({
    subject: `Dates changées\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Vos nouvelles dates pour ${bookedVenueName(reservation)} sont ${dates.to} (avant\u00a0: ${dates.from}).`,
      priceParagraph(reservation, "buyer"),
      ...(less > 0
        ? [
            `C’est ${formatEuros(less)} de moins\u00a0: la différence sera rendue sur la carte qui a payé, et votre reçu aura un avoir.`,
          ]
        : []),
      ...(more > 0
        ? [`Le supplément de ${formatEuros(more)} est payé, et a son propre reçu.`]
        : []),
      policyParagraph(reservation, place),
      contractParagraph(reservation, owner, TERMS_OF_SALE),
      FILE_IS_NEW,
    ],
    action: buyersPage(reservation),
  }),
  asked: ({ reservation, dates, owner, place, less = 0, more = 0 }) => ({
    subject: `Changement de dates demandé\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Vous demandez d’autres dates pour ${bookedVenueName(reservation)}\u00a0: ${dates.to} (avant\u00a0: ${dates.from}).`,
      `Le propriétaire répond au plus tard le ${untilText(reservation.change!.until, place)}. Jusque-là, les unes et les autres vous sont gardées.`,
      ...(more > 0
        ? [
            `S’il accepte, vous avez 24\u00a0heures au plus pour payer les ${formatEuros(more)} que ces dates coûtent en plus. Elles remplacent les vôtres dès que c’est payé.`,
          ]
        : []),
      ...(less > 0
        ? [
            `S’il accepte, le total est de ${formatEuros(reservation.total - less)}, soit ${formatEuros(less)} de moins\u00a0: la différence sera rendue sur la carte qui a payé.`,
          ]
        : []),
      "Votre réservation d’ici là\u00a0:",
      priceParagraph(reservation, "buyer"),
      contractParagraph(reservation, owner, TERMS_OF_SALE),
    ],
    action: buyersPage(reservation),
  }),
  agreed: ({ reservation, dates, owner, place, supplement }) => ({
    subject: `Dates acceptées, supplément à payer\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Le propriétaire accepte les dates demandées pour ${bookedVenueName(reservation)}\u00a0: ${dates.to}.`,
      `Elles coûtent ${formatEuros(supplement!.total)} de plus que les vôtres, ${dates.from}. Payez ce supplément au plus tard le ${untilText(supplement!.holdUntil!, place)}\u00a0: vos dates changent dès qu’il est payé, et les unes et les autres vous sont gardées jusque-là.`,
      "Sans paiement, votre réservation reste comme elle est.",
      contractParagraph(reservation, owner, TERMS_OF_SALE),
    ],
    action: buyersPayment(supplement!),
    alternative: buyersPage(reservation),
  }),
  unpaid: ({ reservation, dates, supplement }) => ({
    subject: `Supplément non payé\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Le supplément de ${formatEuros(supplement!.total)} n’a pas été payé à temps\u00a0: les dates acceptées par le propriétaire pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées.`,
      `${KEPT}\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
  outdated: ({ reservation, dates, supplement }) => ({
    subject: `Changement de dates sans suite\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      supplement
        ? `${CHANGED_MEANWHILE}\u00a0: les dates acceptées par le propriétaire pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées, et il n’y a plus de supplément à payer.`
        : `${MONEY_MEANWHILE}\u00a0: les dates demandées pour ${bookedVenueName(reservation)}, ${dates.to}, ne peuvent plus être acceptées et ne sont plus gardées.`,
      `${KEPT}\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
  unpayable: ({ reservation, dates, supplement }) => ({
    subject: `Changement de dates sans suite\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Le supplément de ${formatEuros(supplement!.total)} ne pouvait pas être payé, et vous n’y êtes pour rien\u00a0: les dates acceptées par le propriétaire pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées.`,
      `${KEPT}\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
  refused: ({ reservation, dates, why }) => ({
    subject: `Changement de dates refusé\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Le propriétaire n’a pas pu accepter les dates demandées pour ${bookedVenueName(reservation)}, ${dates.to}.`,
      ...ownersParagraph(wordsIn(why ?? "")),
      `${KEPT}\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
  unanswered: ({ reservation, dates }) => ({
    subject: `Changement de dates resté sans réponse\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Le propriétaire n’a pas répondu à temps\u00a0: les dates demandées pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées.`,
      `${KEPT}\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
};

/** @property owner the one who is told: links to answer by are for their address */
interface OwnersNews extends PlacedNews {
  owner: Person;
}

const TO_OWNER: Partial<Record<DatesStep, (news: OwnersNews, buyer: string) => Content>> = {
  changed: ({ reservation, dates, owner, shareBefore = reservation.ownerShare }, buyer) => ({
    subject: `Dates changées\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `${otherFirst(buyer)} a de nouvelles dates pour ${bookedVenueName(reservation)}\u00a0: ${dates.to} (avant\u00a0: ${dates.from}). Les jours que cette réservation n’occupe plus ne sont plus retenus.`,
      `Votre part est de ${changedShare(reservation.ownerShare, shareBefore)}.`,
      priceParagraph(reservation, "owner"),
      ...obligationsParagraphs(owner),
      FILE_IS_NEW,
    ],
    action: ownersPage(reservation),
  }),
  asked: ({ reservation, dates, owner, place, ownerShare = 0, more = 0 }, buyer) => ({
    subject: `À répondre avant le ${untilText(reservation.change!.until, place)}\u00a0: changement de dates, ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `${otherFirst(buyer)} souhaite d’autres dates pour ${bookedVenueName(reservation)}\u00a0: ${dates.to} (avant\u00a0: ${dates.from}).`,
      `Si vous acceptez, ${more > 0 ? "et dès que le client a payé la différence, " : ""}votre part est de ${changedShare(ownerShare, reservation.ownerShare)}.${more > 0 ? " Il a 24\u00a0heures au plus pour le faire, et les nouvelles dates lui sont gardées jusque-là." : ""} Répondez au plus tard le ${untilText(reservation.change!.until, place)}\u00a0; sans réponse, la réservation reste comme elle est.`,
      BUTTONS_ASK,
    ],
    ...datesButtons(reservation, owner),
  }),
  unanswered: ({ reservation, dates }, buyer) => ({
    subject: `Changement de dates expiré\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Sans réponse de votre part, les dates demandées par ${buyer} pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées.`,
      `La réservation reste comme elle est\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "owner"),
    ],
    action: ownersPage(reservation),
  }),
  unpaid: ({ reservation, dates }, buyer) => ({
    subject: `Changement de dates non payé\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Ce que coûtent en plus les dates demandées par ${buyer}, que vous aviez acceptées pour ${bookedVenueName(reservation)}, ${dates.to}, n’a pas été payé à temps. Elles ne sont plus gardées.`,
      `La réservation reste comme elle est\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "owner"),
    ],
    action: ownersPage(reservation),
  }),
  outdated: ({ reservation, dates, supplement }, buyer) => ({
    subject: `Changement de dates sans suite\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      supplement
        ? `${CHANGED_MEANWHILE}\u00a0: les dates que vous aviez acceptées pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées.`
        : `${MONEY_MEANWHILE}\u00a0: les dates demandées par ${buyer} pour ${bookedVenueName(reservation)}, ${dates.to}, ne sont plus gardées. Vous n’avez plus à répondre.`,
      `La réservation reste comme elle est\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "owner"),
    ],
    action: ownersPage(reservation),
  }),
  unpayable: ({ reservation, dates }) => ({
    subject: `Changement de dates sans suite\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      `Le client ne pouvait pas payer sur votre lieu ce que coûtent en plus les dates que vous aviez acceptées pour ${bookedVenueName(reservation)}, ${dates.to}. Elles ne sont plus gardées.`,
      `La réservation reste comme elle est\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "owner"),
    ],
    action: ownersPage(reservation),
  }),
  withdrawn: ({ reservation, dates, supplement }, buyer) => ({
    subject: `Changement de dates abandonné\u00a0: ${stayText(reservation, dates.to)}`,
    paragraphs: [
      supplement
        ? `${otherFirst(buyer)} renonce aux dates que vous aviez acceptées pour ${bookedVenueName(reservation)}, ${dates.to}. Elles ne sont plus gardées.`
        : `${otherFirst(buyer)} renonce aux dates demandées pour ${bookedVenueName(reservation)}, ${dates.to}. Vous n’avez plus à répondre.`,
      `La réservation reste comme elle est\u00a0: ${dates.from}.`,
      priceParagraph(reservation, "owner"),
    ],
    action: ownersPage(reservation),
  }),
};
