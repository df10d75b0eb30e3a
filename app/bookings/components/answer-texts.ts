/** What an owner reads before they answer: a request, or other dates for what is booked. */
import { formatEuros } from "~/platform/money";
import type { Tone } from "~/rules/reservation-states";
import type { AnswerKind } from "../answer/answer-page.server";
import type { ReceivedRequest } from "../answer/received-request.server";
import type { ChangeToAnswer } from "../change/answer-change.server";

export interface AnswerTexts {
  request: Pick<ReceivedRequest, "id">;
  /** What it is about: 'Salle des Tilleuls, du …, pour Hugo L.' */
  about: string;
  /** The question of each answer, what it leads to and its button. */
  answers: Record<AnswerKind, { question: string; consequence: string; confirmLabel: string }>;
  /** Until when an answer is awaited. */
  until: string | null;
  /** Instead of a question, once none is awaited. */
  over: { title: string; text?: string; badge?: { tone: Tone; label: string } } | null;
}

export function requestTexts(request: ReceivedRequest): AnswerTexts {
  const { state, tone, label, answerBy, ownerShare } = request;
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
          "Ce qui est réservé sur la carte est libéré sans être débité, et vos dates sont de nouveau libres.",
        confirmLabel: "Refuser la demande",
      },
    },
    until: answerBy,
    over:
      state === "pending"
        ? null
        : { title: "Cette demande a déjà reçu une réponse.", badge: { tone, label } },
  };
}

export function changeTexts({ request, change, agreed }: ChangeToAnswer): AnswerTexts {
  const { venueTitle, buyer, periodText, ownerShare } = request;
  return {
    request,
    about: change
      ? `${venueTitle}, pour ${buyer}\u00a0: ${change.to} (avant\u00a0: ${periodText}).`
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
          "La réservation reste comme elle est, et les dates demandées sont de nouveau libres.",
        confirmLabel: "Refuser les dates",
      },
    },
    until: change?.until ?? null,
    over: change
      ? null
      : {
          title: "Aucun changement de dates n’attend votre réponse.",
          text: agreed
            ? `Vous avez accepté ces dates\u00a0: ${agreed.to}. Elles sont gardées pour ${buyer} jusqu’au ${agreed.until}, le temps de payer la différence.`
            : undefined,
        },
  };
}

function ifAccepted(change: ChangeToAnswer["change"], ownerShare: number): string {
  const { ownerShare: share, more } = change ?? { ownerShare: 0, more: 0 };
  const text = `Vous recevez ${formatEuros(share)} au lieu de ${formatEuros(ownerShare)}, et les anciennes dates sont de nouveau libres`;
  return more > 0
    ? `${text}, dès que le client a payé ${formatEuros(more)} de différence. Il a 24 heures au plus pour le faire\u00a0; les unes et les autres lui sont gardées jusque-là.`
    : `${text}.`;
}

function aboutOf({ venueTitle, periodText, buyer }: ReceivedRequest): string {
  return `${venueTitle}, ${periodText}, pour ${buyer}`;
}
