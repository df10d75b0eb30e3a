/**
 * What people are told about the money of a reservation: made of what the ledger has of it, never of its
 * state alone, and always with the amount.
 */
import { formatEuros, proportion, type Cents } from "~/platform/money";

/** A reservation's money as the ledger has it, in cents. */
export interface Money {
  /** Authorised on the card, whatever became of it since. */
  authorised: Cents;
  /** Of that, set free without having been taken. */
  released: Cents;
  /** Taken from the card. */
  paid: Cents;
  /** Of that, given back or on its way back. */
  refunded: Cents;
  /** The owner's share that was sent on to them. */
  sent: Cents;
  /** Of that, what was taken back. */
  takenBack: Cents;
  /**
   * Of what was taken back, what went with refunds that the payer's bank sent back: what is with the payer next takes so much less
   * of the owner. Of several payments 0, for nobody knows of which of them that is.
   */
  takenAhead: Cents;
  /** Of what was taken, what the payer's bank holds while it decides whose it is: nothing goes back meanwhile. */
  contested: Cents;
  /**
   * Of what was taken back, what is the owner's again, since the payer's bank gave back what it was taken for: a person pays it,
   * and no movement of the payment says when.
   */
  owed: Cents;
}

export const NO_MONEY: Money = {
  ...{ authorised: 0, released: 0, paid: 0, refunded: 0, sent: 0, takenBack: 0, contested: 0 },
  ...{ takenAhead: 0, owed: 0 },
};

/** What has yet to go back to a payer, in cents; with those that the office has given up: paid otherwise, or not to be paid. */
export type Due = Cents | { awaited: Cents; givenUp: Cents };

/** The same with both told apart. */
export function partsOf(due: Due): Exclude<Due, Cents> {
  return typeof due === "number" ? { awaited: due, givenUp: 0 } : due;
}

/** Of these cents, those that do go back. */
export const awaitedOf = (due: Due): Cents => partsOf(due).awaited;

/** It says neither that it was paid nor that it was not: the office's reason is its own. */
const SEEN_TO = "notre équipe s’en est occupée";

/** An owner's share after a change of dates, beside that before it: '420,00 € au lieu de 840,00 €'. */
export function changedShare(share: Cents, before: Cents): string {
  return share === before
    ? `${formatEuros(share)}, comme avant`
    : `${formatEuros(share)} au lieu de ${formatEuros(before)}`;
}

/** How long a bank takes to show on a card what was given back: the same in mails, on credit notes and in the terms. */
export const REFUND_TIME = "5 à 10\u00a0jours ouvrés";
const BANKS = `Selon votre banque, cela prend ${REFUND_TIME}.`;

/**
 * What the buyer's card was, is or was not debited.
 *
 * @param due what has yet to come back of a reservation that takes place, or may: of one that is over `buyersMoneyAtEnd` says it
 */
export function buyersMoney(money: Money, due: Due = 0): string {
  const { contested } = money;
  const decides = `Votre banque décide si ${formatEuros(contested)}, que vous contestez auprès d’elle, vous reviennent.`;
  return [
    buyersMoneySoFar(money),
    ...(contested > 0 ? [decides] : []),
    ...dueToBuyer(money, due),
  ].join(" ");
}

/** What has yet to come back to them, and what does not come back to the card. */
function dueToBuyer({ contested }: Money, due: Due): string[] {
  const { awaited, givenUp } = partsOf(due);
  const pending =
    contested > 0
      ? `Si elle maintient le paiement, ${formatEuros(awaited)} vous sont ensuite remboursés.`
      : `${formatEuros(awaited)} vous sont dus\u00a0: leur remboursement est en cours de traitement.`;
  const seenTo = `${formatEuros(givenUp)} n’ont pas pu vous être rendus sur votre carte\u00a0: ${SEEN_TO}. Écrivez-nous si vous n’en avez pas de nouvelles.`;
  return [...(awaited > 0 ? [pending] : []), ...(givenUp > 0 ? [seenTo] : [])];
}

function buyersMoneySoFar({ authorised, released, paid, refunded }: Money): string {
  if (paid > 0 && refunded >= paid) {
    return `Les ${formatEuros(paid)} débités vous sont remboursés en totalité. ${BANKS}`;
  }
  if (paid > 0 && refunded > 0) {
    return `${formatEuros(refunded)} vous sont remboursés sur les ${formatEuros(paid)} débités. ${BANKS}`;
  }
  if (paid > 0) return `${formatEuros(paid)} ont été débités.`;
  if (authorised > 0 && released >= authorised) {
    return `Rien n’a été débité\u00a0: les ${formatEuros(authorised)} réservés sur votre carte sont libérés.`;
  }
  if (authorised > 0) {
    return `${formatEuros(authorised - released)} sont réservés sur votre carte, et ne sont pas débités pour le moment.`;
  }
  return "Aucun débit n’est enregistré.";
}

/**
 * The same once the reservation is over: that nothing comes back is said, too, and what has yet to.
 *
 * @param due what has yet to come back, see `dueBackOf`: by the ledger alone a payment that was returned would
 * stand for the one that was to be
 * @param isOfOther whether the end itself gave nothing, see `gaveNothing`: what went back before is not announced as its own
 */
export function buyersMoneyAtEnd(money: Money, due: Due, isOfOther = false): string {
  const { paid, refunded, contested } = money;
  const { awaited, givenUp } = partsOf(due);
  if (awaited + givenUp > 0) return buyersMoney(money, due);
  if (isOfOther && refunded > 0 && contested === 0) {
    return `Rien n’est remboursé pour cette annulation. ${formatEuros(refunded)} vous sont rendus par ailleurs, sur les ${formatEuros(paid)} débités.`;
  }
  if (paid > 0 && refunded === 0 && contested === 0)
    return `Sur les ${formatEuros(paid)} débités, rien n’est remboursé.`;
  return buyersMoney(money);
}

/** What an owner who is banned is told of the money on their account at Stripe. */
export const PAYOUTS_HELD =
  "Tant que votre compte est suspendu, Stripe ne verse plus sur votre compte bancaire ce qui vous revient. Un versement déjà parti vous parvient.";

/**
 * What the owner knows of the money of a reservation that takes place, or may.
 *
 * @param due what has yet to go back to the payer, see `dueBackOf`
 * @param owner when they were banned, where they are
 */
export function ownersMoney(
  money: Money,
  due: Due,
  { bannedAt }: { bannedAt?: Date } = {},
): string {
  const { authorised, released, paid, refunded, sent, takenBack, contested } = money;
  if (paid === 0) {
    return authorised > released
      ? `${formatEuros(authorised - released)} sont réservés sur la carte du client, et ne sont pas débités pour le moment.`
      : "Aucun débit n’est enregistré.";
  }
  if (due !== 0 || refunded + takenBack + contested > 0) return ownersLoss(money, due);
  return `Le client a payé ${formatEuros(paid)}. ${shareText(sent, bannedAt !== undefined)}`;
}

function shareText(sent: Cents, arePayoutsHeld: boolean): string {
  if (sent === 0) return "Votre part ne vous a pas encore été versée.";
  return arePayoutsHeld
    ? `Votre part est de ${formatEuros(sent)}. ${PAYOUTS_HELD}`
    : `Votre part, ${formatEuros(sent)}, vous est versée.`;
}

/**
 * What a cancellation costs the owner: nobody keeps a share of what has yet to go back.
 *
 * @param due what has yet to go back to the payer, see `dueBackOf`
 */
export function ownersLoss(money: Money, due: Due): string {
  const { awaited, givenUp } = partsOf(due);
  const { paid, sent, takenBack, contested } = money;
  if (paid === 0)
    return "Aucun débit n’est enregistré\u00a0: vous ne recevez rien pour cette demande.";
  if (contested > 0) {
    const risk = ownersRisk(money, { awaited, givenUp });
    return givenUp > 0 ? `${risk} ${givenUpToClient(givenUp)}.` : risk;
  }
  const toBuyer = `Sur les ${formatEuros(paid)} payés, ${refundedText(money, due)}.`;
  if (sent === 0) return `${toBuyer} Rien ne vous avait encore été versé.`;
  if (takenBack === 0) {
    if (givenUp > 0)
      return `${toBuyer} Rien n’est repris sur votre part de ${formatEuros(sent)} à ce jour.`;
    return awaited > 0
      ? `${toBuyer} Votre part de ${formatEuros(sent)} sera reprise dans la même proportion.`
      : `${toBuyer} Vous gardez votre part de ${formatEuros(sent)}.`;
  }
  const taken = `${toBuyer} ${formatEuros(takenBack)} sont repris sur votre part de ${formatEuros(sent)}`;
  const owed = owedBeside(money, due);
  // True before and after they have it: the ledger does not know.
  if (owed > 0) {
    return `${taken} à ce jour. La banque du client est revenue sur sa décision\u00a0: ${formatEuros(owed)} vous en reviennent, que notre équipe vous verse à part. Écrivez-nous si vous n’en avez pas de nouvelles.`;
  }
  // What is taken back may be of what went back already, or wait with what is due for funds.
  return due !== 0
    ? `${taken} à ce jour.`
    : `${taken}\u00a0: il vous reste ${formatEuros(sent - takenBack)}.`;
}

/** Each share is rounded for itself: so many cents of a payment are nobody's debt. */
export const ROUNDING = 2;

/**
 * What is the owner's again of what was taken back: what has yet to go back to the payer takes nothing more of them, and what the
 * office has given up of it takes nothing by itself (`owedToOwner` says the same).
 *
 * @param due what has yet to go back to the payer, see `dueBackOf`
 */
export function owedBeside({ paid, refunded, sent, takenBack, owed }: Money, due: Due): Cents {
  const awaited = awaitedOf(due);
  if (owed === 0 || awaited === 0) return owed;
  const withPayer = Math.min(paid, refunded + awaited);
  const left = Math.min(owed, takenBack - proportion(sent, withPayer, paid));
  return left > ROUNDING ? left : 0;
}

const givenUpToClient = (cents: Cents) =>
  `${formatEuros(cents)} n’ont pas pu être rendus au client sur sa carte\u00a0: ${SEEN_TO}`;

/** What was taken back of the owner's share stays so while a refund waits for funds, or is made anew because the bank sent it back. */
function refundedText({ refunded, takenBack, owed }: Money, due: Due): string {
  const { awaited, givenUp } = partsOf(due);
  const back = refunded > 0 ? `${formatEuros(refunded)} sont remboursés au client` : "";
  const pending = "leur remboursement est en cours de traitement";
  if (awaited > 0) {
    const owed = back
      ? `${back} et ${formatEuros(awaited)} lui sont dus\u00a0: ${pending}`
      : `${formatEuros(awaited)} sont dus au client\u00a0: ${pending}`;
    return givenUp > 0
      ? `${owed}\u00a0; ${formatEuros(givenUp)} n’ont pas pu lui être rendus sur sa carte\u00a0: ${SEEN_TO}`
      : owed;
  }
  if (givenUp > 0) {
    return back
      ? `${back} et ${formatEuros(givenUp)} n’ont pas pu lui être rendus sur sa carte\u00a0: ${SEEN_TO}`
      : givenUpToClient(givenUp);
  }
  if (back) return back;
  return takenBack > owed
    ? "rien n’est encore remboursé au client\u00a0: son remboursement est en cours de traitement"
    : "rien n’est remboursé au client";
}

/** The same while the payer's bank decides: nothing is lost yet, and nothing is safe. */
function ownersRisk(money: Money, due: ReturnType<typeof partsOf>): string {
  const { paid, refunded, contested } = money;
  const { awaited } = due;
  const back = refunded > 0 ? ` ${formatEuros(refunded)} lui sont remboursés.` : "";
  const decides = `Sa banque décide si ${formatEuros(contested)}, qu’il conteste auprès d’elle, lui reviennent`;
  const atRisk = shareAtRisk(money, due);
  const risk =
    atRisk > 0
      ? `${decides}\u00a0: votre part de ${formatEuros(atRisk)} peut être reprise.`
      : `${decides}.`;
  const later =
    awaited > 0
      ? ` Si la banque maintient le paiement, ${formatEuros(awaited)} lui sont ensuite remboursés.`
      : "";
  return `Le client a payé ${formatEuros(paid)}.${back} ${risk}${later}`;
}

/**
 * What of the owner's share is taken back at most, whichever way the bank decides, as `stillToTake` has it of a payment: the share of
 * all that is with the payer then, less that of what is now, and less what was taken ahead of it. What is given up keeps its own.
 */
function shareAtRisk(
  { paid, refunded, sent, takenBack, takenAhead, contested }: Money,
  { awaited, givenUp }: ReturnType<typeof partsOf>,
): Cents {
  const shareOf = (cents: Cents) => proportion(sent, Math.min(paid, cents), paid);
  // What the bank gives them is taken off what is due.
  const share = shareOf(refunded + Math.max(contested, awaited)) - shareOf(refunded);
  const ahead = Math.max(0, takenAhead - shareOf(givenUp));
  const left = share - ahead;
  return Math.min(sent - takenBack, ahead > 0 && left <= ROUNDING ? 0 : left);
}
