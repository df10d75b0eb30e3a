/** What buyers and owners are told about a reservation, mail by mail. */
import type { Reservation } from "@models/reservation";
import { env } from "~/platform/env.server";
import type { MailMessage } from "~/platform/mail/mail.server";
import { formatEuros, type Cents } from "~/platform/money";
import {
  buyersMoney,
  buyersMoneyAtEnd,
  ownersLoss,
  ownersMoney,
  type Due,
  type Money,
} from "~/rules/money-words";
import { gaveNothing } from "~/rules/cancellation";
import { ofOther, otherFirst, toOther } from "~/rules/other-side";
import { GIVEN_BACK_UNHEARD, reasonLine } from "~/rules/reason";
import {
  contactParagraphs,
  contractParagraph,
  untilText,
  obligationsParagraphs,
  placeParagraphs,
  policyParagraph,
  priceParagraph,
  stayText,
  type Person,
  type Place,
} from "./mail-paragraphs";
import {
  byWhomForBuyer,
  byWhomForOwner,
  fileEnds,
  nounOfEnd,
  NOUN_OF_END,
  ownersLosses,
  ownersReason,
} from "./cancellation-words";
import {
  BUTTONS_ASK,
  buyersPage,
  buyersReceipt,
  findAnother,
  MY_PAYMENT_ACCOUNT,
  ownersPage,
  requestButtons,
  TERMS_OF_SALE,
} from "./mail-links.server";
import { paymentReturned } from "./payment-returned.server";

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
  | "payment_returned"
  | "granted"
  | "refunded"
  | "extended"
  | "contested"
  | "contest_won"
  | "charged_back";

export type Content = Pick<
  MailMessage,
  "subject" | "paragraphs" | "action" | "alternative" | "isAnswerable"
>;

export interface Telling {
  reservation: Reservation;
  /** The reservation that people know it by: of a supplement, the one whose dates it is to change. */
  known: Reservation;
  what: string;
  /** Of a dispute about a supplement alone: what that was, in cents. */
  supplement?: Cents;
  /** 'Marie D.' */
  buyerName: string;
  buyer: Person | undefined;
  owner: Person | undefined;
  /** Of news that confirm, call off what was, or tell until when an answer is awaited or days are held. */
  place: Place | undefined;
  /** As the ledger has it by now. */
  money: Money;
  /** What has yet to go back to the buyer. */
  due: Due;
  now: Date;
}

/** What a confirmation tells its buyer besides: where, for how much, whom to reach. */
function buyersFacts({ reservation, owner, place }: Telling): MailMessage["paragraphs"] {
  return [
    ...placeParagraphs(reservation, place),
    priceParagraph(reservation, "buyer"),
    ...contactParagraphs("Votre contact", owner),
    contractParagraph(reservation, owner, TERMS_OF_SALE),
  ];
}

function ownersFacts({ reservation, buyer, owner }: OwnersTelling): MailMessage["paragraphs"] {
  return [
    priceParagraph(reservation, "owner"),
    ...contactParagraphs("Votre client", buyer),
    ...obligationsParagraphs(owner),
  ];
}

export const TO_BUYER: Partial<Record<ReservationNews, (telling: Telling) => Content>> = {
  confirmed: (telling) => ({
    subject: `Réservation confirmée\u00a0: ${stayText(telling.reservation)}`,
    paragraphs: [
      `Votre réservation est confirmée\u00a0: ${telling.what}. ${buyersMoney(telling.money, telling.due)}${cardText(telling)}`,
      ...buyersFacts(telling),
      policyParagraph(telling.reservation, telling.place),
    ],
    action: buyersPage(telling.reservation),
    ...buyersReceipt(telling),
  }),
  pending: ({ reservation, what, money, owner, place }) => ({
    subject: `Demande envoyée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Votre demande est transmise au propriétaire\u00a0: ${what}.`,
      `Il répond au plus tard le ${untilText(reservation.answerBy!, place)}. ${buyersMoney(money)} Ils ne le seront que s’il accepte.`,
      priceParagraph(reservation, "buyer"),
      contractParagraph(reservation, owner, TERMS_OF_SALE),
    ],
    action: buyersPage(reservation),
  }),
  accepted: (telling) => ({
    subject: `Demande acceptée\u00a0: ${stayText(telling.reservation)}`,
    paragraphs: [
      `Le propriétaire a accepté votre demande, votre réservation est confirmée\u00a0: ${telling.what}.`,
      `${buyersMoney(telling.money, telling.due)}${cardText(telling)} ${policyParagraph(telling.reservation, telling.place)}`,
      ...buyersFacts(telling),
    ],
    action: buyersPage(telling.reservation),
    ...buyersReceipt(telling),
  }),
  refused: ({ reservation, what, money, due, now }) => ({
    subject: `Demande refusée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Le propriétaire n’a pas pu accepter votre demande\u00a0: ${what}.`,
      ...ownersReason(reservation),
      buyersMoneyAtEnd(money, due),
    ],
    action: findAnother(reservation, now),
  }),
  unanswered: ({ reservation, what, money, due, now }) => ({
    subject: `Demande restée sans réponse\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Le propriétaire n’a pas répondu dans le délai, votre demande est annulée\u00a0: ${what}.`,
      buyersMoneyAtEnd(money, due),
    ],
    action: findAnother(reservation, now),
  }),
  cancelled: ({ reservation, what, money, due }) => ({
    subject: `${NOUN_OF_END[nounOfEnd(reservation)]} annulée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `${byWhomForBuyer(reservation)}\u00a0: ${what}.`,
      ...ownersReason(reservation),
      ...whyUnheard(reservation),
      buyersMoneyAtEnd(money, due, gaveNothing(reservation)),
      ...fileEnds(reservation),
    ],
    action: buyersPage(reservation),
    ...buyersReceipt({ reservation, money }),
  }),
  voided: ({ reservation, what, money, due, now }) => ({
    subject: `Demande annulée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Votre banque n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
      buyersMoneyAtEnd(money, due),
    ],
    action: findAnother(reservation, now),
  }),
  capture_refused: ({ reservation, what, money, due, now }) => ({
    subject: `Demande annulée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Le propriétaire a accepté votre demande, mais le paiement n’a pas pu être encaissé\u00a0: elle est annulée. ${what}.`,
      buyersMoneyAtEnd(money, due),
    ],
    action: findAnother(reservation, now),
  }),
  payment_returned: paymentReturned,
  granted: ({ reservation, what, money, due }) => ({
    subject: `Remboursement\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Nous vous rendons ${partOf(money)}ce que vous avez payé, au-delà de la politique d’annulation\u00a0: ${what}. ${STANDS[reservation.status] ?? "Votre réservation reste annulée"}.`,
      ...grantsReason(reservation),
      buyersMoney(money, due),
    ],
    action: buyersPage(reservation),
    ...buyersReceipt({ reservation, money }),
  }),
  refunded: ({ reservation, what, money, due }) => ({
    subject: `Remboursement effectué\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Nous vous avons rendu ${due === 0 ? "" : "une partie de "}ce qui vous était dû\u00a0: ${what}.`,
      buyersMoneyAtEnd(money, due),
    ],
    action: buyersPage(reservation),
    ...buyersReceipt({ reservation, money }),
  }),
  extended: ({ reservation, what, place }) => ({
    subject: `Réponse attendue plus tard\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Le propriétaire a plus de temps pour répondre à votre demande\u00a0: ${what}. Il répond au plus tard le ${untilText(reservation.answerBy!, place)}\u00a0; vous pouvez annuler d’ici là, sans frais.`,
      priceParagraph(reservation, "buyer"),
    ],
    action: buyersPage(reservation),
  }),
};

/** Of what nobody called off. */
const whyUnheard = ({ cancellation }: Reservation): string[] =>
  cancellation?.why === GIVEN_BACK_UNHEARD
    ? ["Son paiement a été rendu avant qu’elle soit confirmée."]
    : [];

/** How much of what was paid is with the buyer again, before it is called so. */
function partOf({ paid, refunded }: Money): string {
  return refunded < paid ? "une partie de " : "";
}

/** What becomes of a reservation when more is given back than its policy does: nothing. */
const STANDS: Partial<Record<Reservation["status"], string>> = {
  confirmed: "Votre réservation ne change pas",
  ended: "Votre réservation est terminée",
};

/** @property owner the one who is told: links to answer by are for their address */
export type OwnersTelling = Telling & { owner: Person };

export const TO_OWNER: Partial<Record<ReservationNews, (telling: OwnersTelling) => Content>> = {
  confirmed: (telling) => ({
    subject: `Nouvelle réservation\u00a0: ${stayText(telling.reservation)}`,
    paragraphs: [
      `${otherFirst(telling.buyerName)} a réservé\u00a0: ${telling.what}.`,
      ownersMoney(telling.money, telling.due, telling.owner),
      ...ownersFacts(telling),
    ],
    action: ownersPage(telling.reservation),
  }),
  pending: ifOpen(({ reservation, what, buyerName, owner, place }) => ({
    subject: `À répondre avant le ${untilText(reservation.answerBy!, place)}\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `${otherFirst(buyerName)} souhaite réserver\u00a0: ${what}.`,
      `Si vous acceptez, votre part est de ${formatEuros(reservation.ownerShare)}. Répondez au plus tard le ${untilText(reservation.answerBy!, place)}\u00a0; sans réponse, la demande est annulée.`,
      priceParagraph(reservation, "owner"),
      BUTTONS_ASK,
    ],
    ...requestButtons(reservation, owner),
  })),
  accepted: (telling) => ({
    subject: `Réservation confirmée\u00a0: ${stayText(telling.reservation)}`,
    paragraphs: [
      `La réservation ${ofOther(telling.buyerName)} est confirmée\u00a0: ${telling.what}.`,
      ownersMoney(telling.money, telling.due, telling.owner),
      ...ownersFacts(telling),
    ],
    action: ownersPage(telling.reservation),
  }),
  unanswered: ({ reservation, what, buyerName }) => ({
    subject: `Demande expirée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Sans réponse de votre part dans le délai, la demande ${ofOther(buyerName)} est annulée\u00a0: ${what}.`,
      `Votre part aurait été de ${formatEuros(reservation.ownerShare)}.`,
    ],
    action: ownersPage(reservation),
  }),
  cancelled: ({ reservation, what, buyerName, money, due }) => ({
    subject: `${NOUN_OF_END[nounOfEnd(reservation)]} annulée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `${byWhomForOwner(reservation, buyerName)}\u00a0: ${what}. Ces dates ne sont plus réservées.`,
      ...whyUnheard(reservation),
      ...ownersLosses(reservation, { money, due }),
      ...fileEnds(reservation),
    ],
    action: ownersPage(reservation),
  }),
  voided: ({ reservation, what, buyerName, money, due }) => ({
    subject: `Demande annulée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `La banque ${ofOther(buyerName)} n’autorise plus le paiement, la demande est annulée\u00a0: ${what}.`,
      ...ownersLosses(reservation, { money, due }),
    ],
    action: ownersPage(reservation),
  }),
  capture_refused: ({ reservation, what, buyerName, owner, money, due }) => ({
    subject: `Demande annulée\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Le paiement ${ofOther(buyerName)} n’a pas pu être encaissé pour votre compte, la demande que vous aviez acceptée est annulée\u00a0: ${what}. Ces dates ne sont plus réservées.`,
      ...ownersLosses(reservation, { money, due }),
      ...(owner.bannedAt ? [] : [CHECK_ACCOUNT]),
    ],
    action: MY_PAYMENT_ACCOUNT,
  }),
  granted: ({ reservation, what, buyerName, money, due }) => ({
    subject: `Remboursement au client\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Nous rendons ${toOther(buyerName)} ${partOf(money)}ce qui a été payé\u00a0: ${what}.`,
      ...grantsReason(reservation),
      ownersLoss(money, due),
    ],
    action: ownersPage(reservation),
  }),
  refunded: ({ reservation, what, buyerName, money, due }) => ({
    subject: `Remboursement au client\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Nous avons rendu ${toOther(buyerName)} ${due === 0 ? "" : "une partie de "}ce qui lui était dû\u00a0: ${what}.`,
      ownersLoss(money, due),
    ],
    action: ownersPage(reservation),
  }),
  extended: ifOpen(({ reservation, what, buyerName, owner, place }) => ({
    subject: `Plus de temps pour répondre\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Vous avez jusqu’au ${untilText(reservation.answerBy!, place)} pour répondre à la demande ${ofOther(buyerName)}\u00a0: ${what}. Sans réponse, elle est annulée.`,
      priceParagraph(reservation, "owner"),
      BUTTONS_ASK,
    ],
    ...requestButtons(reservation, owner),
  })),
  contested: ({ reservation, what, supplement, buyerName, money, due }) => ({
    subject: `Paiement contesté\u00a0: ${contestedText(stayText(reservation), supplement)}`,
    paragraphs: [
      `${otherFirst(buyerName)} conteste auprès de sa banque le paiement ${paymentText(what, supplement)}.`,
      ownersMoney(money, due),
      `Nous répondons à sa banque. Un contrat, des échanges, des photos\u00a0? Envoyez-les en réponse à ce message, ou à ${env.CONTACT_EMAIL} avec la référence ${reservation.reference}.`,
    ],
    action: ownersPage(reservation),
    // The form of the contact page takes no files.
    isAnswerable: true,
  }),
  contest_won: ({ reservation, what, supplement, buyerName, owner, money, due }) => ({
    subject: `Contestation close, paiement maintenu\u00a0: ${contestedText(stayText(reservation), supplement)}`,
    paragraphs: [
      `La banque ${ofOther(buyerName)} maintient le paiement ${paymentText(what, supplement)}.`,
      ownersMoney(money, due, owner),
    ],
    action: ownersPage(reservation),
  }),
  charged_back: ({ reservation, what, supplement, buyerName, money, due }) => ({
    subject: `Paiement repris par la banque du client\u00a0: ${contestedText(stayText(reservation), supplement)}`,
    paragraphs: [
      `La banque ${ofOther(buyerName)} lui a rendu la somme contestée${supplement === undefined ? `\u00a0: ${what}` : ` sur le ${contestedText(what, supplement)}`}.`,
      ownersLoss(money, due),
    ],
    action: ownersPage(reservation),
  }),
};

/** What asks for an answer; who is banned cannot give it. */
function ifOpen(write: (telling: OwnersTelling) => Content): (telling: OwnersTelling) => Content {
  return (telling) => (telling.owner.bannedAt ? unacceptable(telling) : write(telling));
}

/** A request that is heard of once its owner is banned, paid before that. */
function unacceptable({ reservation, what, buyerName, place }: OwnersTelling): Content {
  return {
    subject: `Demande reçue\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `${otherFirst(buyerName)} souhaite réserver\u00a0: ${what}.`,
      `La demande ne peut pas être acceptée tant que votre compte est suspendu. Sans réponse, elle s’annule le ${untilText(reservation.answerBy!, place)}, sans débit.`,
      priceParagraph(reservation, "owner"),
    ],
    action: ownersPage(reservation),
  };
}

const CHECK_ACCOUNT =
  "Stripe attend peut-être une pièce de votre part\u00a0: vérifiez votre compte de paiement avant d’accepter une autre demande.";

/** What a dispute is about: a stay, or what its other dates cost more. */
const contestedText = (stay: string, supplement: Cents | undefined) =>
  supplement === undefined ? stay : `supplément de ${formatEuros(supplement)} pour ${stay}`;

/** The same behind 'le paiement'. */
const paymentText = (stay: string, supplement: Cents | undefined) =>
  supplement === undefined ? `de\u00a0: ${stay}` : `du ${contestedText(stay, supplement)}`;

/** Which card it was; nothing where that is not known. */
function cardText({ reservation: { cardLast4 } }: Pick<Telling, "reservation">): string {
  return cardLast4 === undefined ? "" : ` Carte terminée par ${cardLast4}.`;
}

/** Why more is given back than the policy does. */
function grantsReason({ grant }: Reservation): string[] {
  return grant ? [reasonLine(grant.why)] : [];
}
