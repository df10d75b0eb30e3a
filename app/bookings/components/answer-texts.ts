/** What an owner reads before they answer: a request, or other dates for what is booked. */
import type { DatesStep } from "@models/enumerations";
import { formatEuros } from "~/platform/money";
import { changedShare } from "~/rules/money-words";
import { PARTS } from "~/rules/other-side";
import { GONE } from "~/rules/receipt";
import { isCalledOff, type Tone } from "~/rules/reservation-states";
import { bookedVenueName } from "~/rules/venue-name";
import type { AnswerableRequest, AnswerKind } from "../answer/answer-page.server";
import type { ReceivedRequest } from "../answer/received-request.server";
import type { ChangeToAnswer } from "../change/answer-change.server";

export interface AnswerTexts {
  request: Pick<ReceivedRequest, "id">;
  /** What it is about: 'Salle des Tilleuls (Rouen), du …, pour Hugo L.' */
  about: string;
  /** The question of each answer, what it leads to and its button. */
  answers: Record<AnswerKind, { question: string; consequence: string; confirmLabel: string }>;
  /** When the dates were asked for that are answered; of a request, which stays what it is, there is none. */
  asked?: string;
  /** Whether a no may be given with its reason. */
  takesReason: boolean;
  /** Until when an answer is awaited. */
  until: string | null;
  /** Instead of a question, once none is awaited. */
  over: { title: string; text?: string; badge?: { tone: Tone; label: string } } | null;
}

/** What its page asks or says first, as its `h1` and its title have it. */
export function answerHeading(kind: AnswerKind, { over, answers }: AnswerTexts): string {
  return over?.title ?? answers[kind].question;
}

export function requestTexts(request: AnswerableRequest): AnswerTexts {
  const { state, tone, label, answerBy, ownerShare, takesReason } = request;
  return {
    request,
    about: aboutOf(request),
    answers: {
      accepter: {
        question: "Accepter cette demande\u00a0?",
        consequence: `Le paiement est encaissé et vous recevez ${formatEuros(ownerShare)}.`,
        confirmLabel: "Accepter la demande",
      },
      refuser: {
        question: "Refuser cette demande\u00a0?",
        consequence:
          "Ce qui est réservé sur la carte est libéré sans être débité, et cette demande ne retient plus vos dates.",
        confirmLabel: "Refuser la demande",
      },
    },
    takesReason,
    until: answerBy,
    over: state === "pending" ? null : { ...overWords(request), badge: { tone, label } },
  };
}

const TOLD = "Le client en est prévenu par e-mail.";

/** What became of a request: to an owner who has just answered it, that they have. */
function overWords(request: ReceivedRequest): { title: string; text?: string } {
  const { state, needValidation, ownersReason, wasConfirmed } = request;
  if (ownersReason !== null) {
    return wasConfirmed
      ? { title: "Vous avez annulé cette réservation.", text: TOLD }
      : { title: "Vous avez refusé cette demande.", text: TOLD };
  }
  if (!needValidation || isCalledOff(state)) {
    return { title: "Cette demande n’attend pas de réponse." };
  }
  return state === "capturing"
    ? { title: "Vous avez accepté cette demande.", text: "L’encaissement est en cours." }
    : { title: "Vous avez accepté cette demande.", text: TOLD };
}

/** What became of the dates that were asked for last. */
const DATES_OVER: Partial<Record<DatesStep, string>> = {
  refused: "Vous avez refusé les dates demandées.",
  agreed: "Vous avez accepté les dates demandées.",
  changed: "Les nouvelles dates sont celles de la réservation.",
  withdrawn: "Le client a renoncé aux dates demandées.",
  outdated: "Les dates demandées ne sont plus gardées.",
  unpayable: "Les dates demandées ne sont plus gardées.",
};

export function changeTexts({ request, change, agreed, last }: ChangeToAnswer): AnswerTexts {
  const { buyer, periodText, ownerShare } = request;
  return {
    request,
    about: change
      ? `${bookedVenueName(request)}, pour ${named(buyer)}\u00a0: ${change.to} (avant\u00a0: ${periodText}).`
      : aboutOf(request),
    answers: {
      accepter: {
        question: "Accepter ces dates\u00a0?",
        consequence: ifAccepted(change, ownerShare),
        confirmLabel: "Accepter les dates",
      },
      refuser: {
        question: "Refuser ces dates\u00a0?",
        consequence:
          "La réservation reste comme elle est, et les dates demandées ne sont plus retenues.",
        confirmLabel: "Refuser les dates",
      },
    },
    asked: change?.asked,
    // Whoever is banned is not shown it at all.
    takesReason: true,
    until: change?.until ?? null,
    over: change
      ? null
      : {
          title: (last && DATES_OVER[last]) ?? "Aucun changement de dates n’attend votre réponse.",
          text: agreed
            ? `Vous avez accepté ces dates\u00a0: ${agreed.to}. Elles sont gardées pour ${named(buyer)} jusqu’au ${agreed.until}, le temps de payer la différence.`
            : undefined,
        },
  };
}

function ifAccepted(change: ChangeToAnswer["change"], ownerShare: number): string {
  const { ownerShare: share, more } = change ?? { ownerShare: 0, more: 0 };
  const text = `Vous recevez ${changedShare(share, ownerShare)}, et les anciennes dates ne sont plus réservées`;
  return more > 0
    ? `${text}, dès que le client a payé ${formatEuros(more)} de différence. Il a 24\u00a0heures au plus pour le faire\u00a0; les unes et les autres lui sont gardées jusque-là.`
    : `${text}.`;
}

function aboutOf(request: ReceivedRequest): string {
  return `${bookedVenueName(request)}, ${request.periodText}, pour ${named(request.buyer)}`;
}

/** Within a sentence. */
const named = (buyer: string) => (buyer === GONE ? PARTS.buyer : buyer);
