/** What happened to a reservation, as each side reads it: who did what, and what the ledger moved. */
import type { Actor, DatesStep, ReservationState } from "@models/enumerations";
import type { LedgerType } from "@models/ledger-entry";
import { addDays, type Day } from "~/platform/days";
import { formatEuros, type Cents } from "~/platform/money";
import { quoted } from "~/platform/quoted";
import { ofOther, otherFirst } from "./other-side";
import { UNANSWERED_BY_OWNER, wordsIn } from "./reason";

/** From whose page it is read. */
export type Side = "buyer" | "owner";

export interface Step {
  state: ReservationState;
  by: Actor;
  why: string;
  /** Of a step in changing the dates. */
  dates?: { step: DatesStep; from: string; to: string };
  /** The state that it came from; null for the first. */
  from: ReservationState | null;
}

/**
 * One line of a reservation's history, or null for what only the program needs to know.
 *
 * @param other what the other side is called within a sentence
 */
export function stepWords(
  { state, by, why, dates, from }: Step,
  side: Side,
  other: string,
): string | null {
  const mine = by === side;
  if (dates) return datesWords({ ...dates, why }, { side, other });
  switch (state) {
    case "hold":
      if (by === "system") {
        const whose = side === "buyer" ? "vous sont gardées" : `sont gardées pour ${other}`;
        return `Ces dates se sont libérées et ${whose}, par la liste d’attente.`;
      }
      return mine ? "Vous choisissez ces dates." : `${otherFirst(other)} choisit ces dates.`;
    case "pending":
      return side === "buyer"
        ? "Votre demande est transmise au propriétaire."
        : `${otherFirst(other)} envoie sa demande.`;
    case "capturing":
      return mine ? "Vous acceptez la demande." : `${otherFirst(other)} accepte la demande.`;
    case "confirmed":
      return "La réservation est confirmée.";
    case "cancelling":
      return cancellingWords({ by, why, from }, side, other);
    case "cancelled":
      // What led to it has been said where somebody called it off.
      return from === "cancelling"
        ? null
        : "La demande est annulée\u00a0: le paiement n’a pas abouti.";
    case "ended":
      return "La location est terminée.";
    case "joined":
      return "Le supplément est payé.";
    case "dead":
      return "Ces dates ne sont plus gardées.";
  }
}

function datesWords(
  { step, from, to, why }: NonNullable<Step["dates"]> & Pick<Step, "why">,
  { side, other }: { side: Side; other: string },
): string {
  const isBuyer = side === "buyer";
  switch (step) {
    case "asked":
      return `${isBuyer ? "Vous demandez" : `${otherFirst(other)} demande`} d’autres dates\u00a0: ${to}.`;
    case "changed":
      return `Les dates sont changées\u00a0: ${to} (avant\u00a0: ${from}).`;
    case "refused":
      return `${isBuyer ? `${otherFirst(other)} refuse` : "Vous refusez"} les dates demandées, ${to}.${reasonOf(why)}`;
    case "unanswered":
      return `Sans réponse, les dates demandées, ${to}, ne sont plus gardées.`;
    case "agreed":
      return `${isBuyer ? `${otherFirst(other)} accepte` : "Vous acceptez"} les dates demandées, ${to}\u00a0: le supplément est à payer.`;
    case "unpaid":
      return `Sans paiement du supplément, les dates acceptées, ${to}, ne sont plus gardées.`;
    case "outdated":
      return `La réservation a changé entre-temps\u00a0: les dates demandées, ${to}, ne sont plus gardées.`;
    case "unpayable":
      return `Le supplément ne pouvait pas être payé\u00a0: les dates acceptées, ${to}, ne sont plus gardées.`;
    case "withdrawn":
      return `${isBuyer ? "Vous renoncez" : `${otherFirst(other)} renonce`} aux dates demandées, ${to}.`;
  }
}

/** Behind the sentence that says whose it is. */
function reasonOf(why: string): string {
  const words = wordsIn(why);
  return words ? ` Motif\u00a0: ${quoted(words)}` : "";
}

/** Why a request ended by nobody's deed, as this side reads it: the owner who did not answer is spoken to. */
export function systemsWords(why: string, side: Side): string {
  const isOwners = side === "owner" && why === UNANSWERED_BY_OWNER;
  return isOwners ? "Sans réponse de votre part dans le délai" : why;
}

function cancellingWords(
  { by, why, from }: Pick<Step, "by" | "why" | "from">,
  side: Side,
  other: string,
): string {
  if (by === "admin")
    return `Nous annulons la ${from === "confirmed" ? "réservation" : "demande"}.`;
  if (by === "system") return `${systemsWords(why, side)}\u00a0: la demande est annulée.`;
  const mine = by === side;
  const verb = by === "owner" && from === "pending" ? ["refusez", "refuse"] : ["annulez", "annule"];
  return mine ? `Vous ${verb[0]}.` : `${otherFirst(other)} ${verb[1]}.`;
}

/** What sets money in motion: the dates are taken, a request is accepted, something is called off or changed. */
const CAUSES: readonly ReservationState[] = ["hold", "capturing", "cancelling"];

/**
 * Movements of money, none before what set it in motion: the payment provider counts whole seconds, and so
 * has moved at 10 s what was decided at 10.4 s.
 */
export function afterTheirCause<Movement extends { at: Date }>(
  movements: readonly Movement[],
  steps: readonly (Pick<Step, "state" | "dates"> & { at: Date })[],
): Movement[] {
  const secondOf = (at: Date) => Math.floor(at.getTime() / 1000);
  const causes = steps.filter(({ state, dates }) => dates !== undefined || CAUSES.includes(state));
  return movements.map((movement) => {
    const same = causes.filter(({ at }) => secondOf(at) === secondOf(movement.at));
    const moments = [movement, ...same].map(({ at }) => at.getTime());
    return { ...movement, at: new Date(Math.max(...moments)) };
  });
}

/**
 * What a payer's bank gave back for good once it decided, after all movements before it.
 *
 * @param amount cents; of what it maintained each movement tells
 */
export function lostWords(amount: Cents, side: Side): string {
  return side === "buyer"
    ? `${formatEuros(amount)} vous reviennent, par décision de votre banque.`
    : `${formatEuros(amount)} reviennent au client, par décision de sa banque.`;
}

/** What is still to come of a reservation, in order, each with its day or moment. */
export interface ToCome {
  at: Day | Date;
  text: string;
}

/** What comes next, as each side reads it: nothing once it is called off or over. */
export function wordsToCome(
  reservation: {
    state: ReservationState;
    startDate: Day;
    endDate: Day;
    /** '3 jours' */
    length: string;
    answerBy: Date | null;
  },
  side: Side,
  other: string,
): ToCome[] {
  const { state, startDate, endDate, length, answerBy } = reservation;
  const isBuyer = side === "buyer";
  const event = isBuyer
    ? `Votre événement, sur ${length}.`
    : `L’événement ${ofOther(other)}, sur ${length}.`;
  const review = isBuyer
    ? [{ at: addDays(endDate, 1), text: "Vous pouvez donner votre avis." }]
    : [];
  if (state === "pending" && answerBy) {
    const answer = isBuyer
      ? `Réponse ${ofOther(other)} au plus tard.`
      : "Votre réponse au plus tard.";
    return [{ at: answerBy, text: answer }];
  }
  return state === "confirmed" ? [{ at: startDate, text: event }, ...review] : [];
}

/** The movements of money that people read of; null for those between the platform and its provider. */
export function movementWords(type: LedgerType, amount: Cents, side: Side): string | null {
  const sum = formatEuros(amount);
  const isBuyer = side === "buyer";
  switch (type) {
    case "authorised":
      return `${sum} sont réservés sur ${isBuyer ? "votre carte" : "la carte du client"}.`;
    case "released":
      return `${sum} sont libérés, sans débit.`;
    case "captured":
      return isBuyer ? `${sum} sont débités.` : `${sum} sont débités au client.`;
    case "refunded":
      return isBuyer ? `${sum} vous sont remboursés.` : `${sum} sont remboursés au client.`;
    case "refund_failed":
      return `La banque a renvoyé un remboursement de ${sum}.`;
    case "disputed":
      return `${sum} sont contestés auprès de ${isBuyer ? "votre banque" : "la banque du client"}.`;
    case "dispute_reinstated":
      return `${isBuyer ? "Votre banque" : "La banque du client"} maintient le paiement de ${sum}.`;
    default:
      return null;
  }
}
