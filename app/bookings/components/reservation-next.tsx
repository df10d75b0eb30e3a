import { formatEuros } from "~/platform/money";
import { Banner } from "~/ui/toast";
import { systemsWords } from "~/rules/history-words";
import { buyersMoneyAtEnd, changedShare, ownersLoss } from "~/rules/money-words";
import { otherFirst, toOther } from "~/rules/other-side";
import { ownersReasonLine } from "~/rules/reason";
import type { ReservationPage } from "../lists/reservation-page.server";
import type { WaitingDates } from "../lists/waiting-change.server";

interface NextWords {
  type: "success" | "custom" | "blank";
  title: string;
  text: string | null;
  /** Why it ended, in the owner's words. */
  reason?: string | null;
}

const ANSWER_MISSING = "Sans réponse, la demande s’annule seule.";
/** Of what is held and can be paid by nobody just now. */
export const NOT_PAYABLE = "Ce lieu ne prend aucun paiement pour le moment.";
const TAKING = "L’encaissement est en cours.";

/** What a reservation has come to and what comes next, for the side that reads it. */
export function ReservationNext({ page }: { page: ReservationPage }) {
  const { type, title, text, reason } =
    changeWords(page) ?? (page.side === "buyer" ? forBuyer(page) : forOwner(page));
  return (
    <Banner type={type} icon={type === "custom" ? "sablier" : undefined}>
      <p className="font-semibold">{title}</p>
      {text ? <p>{text}</p> : null}
      {reason ? <p>{ownersReasonLine(reason)}</p> : null}
    </Banner>
  );
}

/** New dates that wait, to be paid or for a yes, come before all else. */
function changeWords(page: ReservationPage): NextWords | null {
  const { side, other, change, unpaidChange, request } = page;
  if (unpaidChange) {
    const { periodText, until, more, isAgreed, isPayable } = unpaidChange;
    if (side === "owner") {
      return {
        type: "custom",
        title: `Vous avez accepté d’autres dates, ${periodText}\u00a0: ${other} a jusqu’au ${until} pour payer la différence.`,
        text: `${isPayable ? "" : `${NOT_PAYABLE} `}C’est réservé ${request.periodText}. Sans paiement, la réservation reste comme elle est.`,
      };
    }
    return {
      type: "custom",
      title: `${isAgreed ? `${otherFirst(other)} accepte votre demande. ` : ""}Vos nouvelles dates, ${periodText}, vous sont retenues jusqu’au ${until}.`,
      text: `Il reste ${formatEuros(more)} à payer pour qu’elles remplacent les vôtres, ${request.periodText}.${isPayable ? "" : ` ${NOT_PAYABLE}`}`,
    };
  }
  if (!change) return null;
  const { periodText, until } = change;
  return {
    type: "custom",
    title:
      side === "buyer"
        ? `Vous demandez d’autres dates, ${periodText}\u00a0: réponse attendue avant le ${until}.`
        : `${otherFirst(other)} demande d’autres dates, ${periodText}\u00a0: répondez avant le ${until}.`,
    text: [
      `C’est réservé ${request.periodText}. Sans réponse, la réservation reste comme elle est.`,
      ...ifAgreed(page, change),
    ].join(" "),
  };
}

/** What new dates make of this side's money. */
function ifAgreed(
  { side, other, ownerShare }: ReservationPage,
  { more, less, ownerShare: share }: WaitingDates,
): string[] {
  const toPay = `24\u00a0heures au plus pour payer ${formatEuros(more)} de différence`;
  if (side === "owner") {
    const first = more > 0 ? `${other} aura ${toPay}, et ` : "";
    return [`Si vous acceptez, ${first}vous recevrez ${changedShare(share, ownerShare)}.`];
  }
  if (more > 0) return [`En cas d’accord, vous aurez ${toPay}.`];
  if (less === 0) return [];
  return [
    `En cas d’accord, la différence de ${formatEuros(less)} sera rendue sur la carte qui a payé.`,
  ];
}

/** Who called it off, as the side reads it that did, or did not. */
function endWords({ side, other, calledOff }: ReservationPage): string {
  if (!calledOff) return "Cette réservation n’a plus cours.";
  const { by, why, wasConfirmed } = calledOff;
  const noun = wasConfirmed ? "réservation" : "demande";
  if (by === "admin") return `Nous avons annulé cette ${noun}.`;
  if (by === "system") {
    return `${why ? systemsWords(why, side) : "Sans suite"}\u00a0: cette ${noun} est annulée.`;
  }
  const who = by === side ? "Vous avez" : `${otherFirst(other)} a`;
  if (wasConfirmed) return `${who} annulé cette réservation.`;
  return by === "owner" ? `${who} refusé cette demande.` : `${who} annulé cette demande.`;
}

function forBuyer(page: ReservationPage): NextWords {
  const { request, other, contact, money } = page;
  const { state, hold, answerBy, periodText, ownersReason } = request;
  switch (state) {
    case "hold":
      return {
        type: "custom",
        title: `Paiement attendu avant le ${hold?.until ?? ""}.`,
        text: "Ces dates vous sont gardées jusque-là.",
      };
    case "pending":
      return {
        type: "custom",
        title: `Réponse attendue avant le ${answerBy ?? ""}.`,
        text: ANSWER_MISSING,
      };
    case "capturing":
      return {
        type: "custom",
        title: `${otherFirst(other)} a accepté votre demande.`,
        text: TAKING,
      };
    case "confirmed":
      return {
        type: "success",
        title: `C’est réservé, ${periodText}.`,
        text: contact ? `Pour préparer votre venue, vous pouvez joindre ${contact.name}.` : null,
      };
    case "ended":
      return {
        type: "blank",
        title: "La location est terminée.",
        text: page.leadsToReview ? "Votre avis aide les personnes qui cherchent un lieu." : null,
      };
    default:
      return {
        type: "blank",
        title: endWords(page),
        text: buyersMoneyAtEnd(money, page.refundOwed, page.gaveNothing),
        reason: ownersReason,
      };
  }
}

function forOwner(page: ReservationPage): NextWords {
  const { request, other, money } = page;
  const { state, answerBy, periodText } = request;
  switch (state) {
    case "pending":
      return {
        type: "custom",
        title: `Répondez ${toOther(other)} avant le ${answerBy ?? ""}.`,
        text: ANSWER_MISSING,
      };
    case "capturing":
      return { type: "custom", title: "Vous avez accepté cette demande.", text: TAKING };
    case "confirmed":
      return {
        type: "success",
        title: `${otherFirst(other)} a réservé ${periodText}.`,
        text: null,
      };
    case "ended":
      return { type: "blank", title: "La location est terminée.", text: null };
    default:
      return {
        type: "blank",
        title: endWords(page),
        text: ownersLoss(money, page.refundOwed),
      };
  }
}
