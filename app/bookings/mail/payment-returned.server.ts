/** What a buyer is told whose payment came back: it came when there was nothing to pay any more, or beside another. */
import type { Reservation } from "@models/reservation";
import { buyersMoneyAtEnd } from "~/rules/money-words";
import { GIVEN_BACK_UNHEARD } from "~/rules/reason";
import { isLet, nounOf } from "~/rules/reservation-states";
import { whatStands } from "./cancellation-words";
import type { Content, Telling } from "./mail-contents.server";
import { buyersPage, buyersPayment, findAnother } from "./mail-links.server";
import { stayText, untilText } from "./mail-paragraphs";

export function paymentReturned(telling: Telling): Content {
  return {
    subject: `Paiement rendu\u00a0: ${stayText(telling.reservation)}`,
    paragraphs: [
      `${whyReturned(telling)}\u00a0: ${telling.what}.`,
      buyersMoneyAtEnd(telling.money, telling.due),
      ...whatIsLeft(telling),
    ],
    action: whereToNext(telling),
  };
}

function whyReturned(telling: Telling): string {
  const { history, supplementTo, status } = telling.reservation;
  if (history.at(-1)?.why === GIVEN_BACK_UNHEARD) {
    return "Votre paiement a été rendu, et ces dates ne vous sont plus gardées";
  }
  const arrived = "Votre paiement est arrivé alors";
  if (isToPay(telling)) return `${arrived} qu’un autre paiement était ouvert pour cette demande`;
  const paid = supplementTo ? "ce supplément n’était plus" : `cette ${nounOf(status)} n’était plus`;
  return `${arrived} que ${paid} à payer`;
}

/** Whether the days are held for their buyer still, by another payment than the one that came back. */
function isToPay({ reservation: { status, supplementTo, holdUntil }, now }: Telling): boolean {
  return status === "hold" && !supplementTo && holdUntil !== undefined && holdUntil > now;
}

/** What a buyer has whose payment came back; nothing where that was all. */
function whatIsLeft(telling: Telling): string[] {
  const { reservation, known, place } = telling;
  if (isToPay(telling)) {
    const until = untilText(reservation.holdUntil!, place);
    return [`Vos dates restent retenues jusqu’au ${until}, à payer d’ici là.`];
  }
  return reservation.supplementTo || isLet(known.status) ? [whatStands(known)] : [];
}

/** Who has days here, may pay for them still, or awaits an answer for them, is not to look for others. */
function whereToNext(telling: Telling): Content["action"] {
  const { reservation, known, now } = telling;
  if (isToPay(telling)) return buyersPayment(reservation);
  return reservation.supplementTo || isStanding(known)
    ? buyersPage(known)
    : findAnother(reservation, now);
}

/** Whether something is to come of it, or came, and it has a page. */
function isStanding({ status }: Reservation): boolean {
  return isLet(status) || status === "pending" || status === "capturing";
}
