/** How mails say what was called off, by whom, and what that costs its owner. */
import type { Reservation } from "@models/reservation";
import { formatEuros } from "~/platform/money";
import { ownersLoss, type Due, type Money } from "~/rules/money-words";
import { ofOther, otherFirst } from "~/rules/other-side";
import { ownersReasonLine, ownersWords } from "~/rules/reason";
import { isLet } from "~/rules/reservation-states";

/** What was called off: a request, until it was paid. */
export function nounOfEnd({ paidAt }: Pick<Reservation, "paidAt">): "réservation" | "demande" {
  return paidAt ? "réservation" : "demande";
}

export const NOUN_OF_END = { réservation: "Réservation", demande: "Demande" } as const;

/** What has become of a confirmed reservation, told its buyer of a payment beside its own that came to nothing. */
export function whatStands({ status }: Pick<Reservation, "status">): string {
  return isLet(status)
    ? "Votre réservation reste comme elle est."
    : "Votre réservation est annulée.";
}

export function byWhomForBuyer({ paidAt, cancellation }: Reservation): string {
  const noun = nounOfEnd({ paidAt });
  switch (cancellation?.by) {
    case "buyer":
      return `Votre ${noun} est annulée, comme vous l’avez demandé`;
    case "owner":
      return `Le propriétaire a annulé votre ${noun}`;
    case "admin":
      return `Nous avons dû annuler votre ${noun}`;
    default:
      return `Votre ${noun} est annulée`;
  }
}

export function byWhomForOwner({ paidAt, cancellation }: Reservation, buyerName: string): string {
  const noun = nounOfEnd({ paidAt });
  switch (cancellation?.by) {
    case "buyer":
      return `${otherFirst(buyerName)} a annulé sa ${noun}`;
    case "owner":
      return `La ${noun} ${ofOther(buyerName)} est annulée, comme vous l’avez demandé`;
    case "admin":
      return `Nous avons dû annuler la ${noun} ${ofOther(buyerName)}`;
    default:
      return `La ${noun} ${ofOther(buyerName)} est annulée`;
  }
}

/**
 * What a request that nothing was paid of would have brought its owner is told, too.
 *
 * @param due what has yet to go back to the buyer
 */
export function ownersLosses(
  { ownerShare }: Reservation,
  { money, due }: { money: Money; due: Due },
): string[] {
  const loss = ownersLoss(money, due);
  if (money.paid > 0) return [loss];
  return [loss, `Votre part aurait été de ${formatEuros(ownerShare)}.`];
}

/** Why an owner refused or called off, in their words; nothing where they gave none. */
export function ownersReason(reservation: Reservation): string[] {
  return ownersParagraph(ownersWords(reservation));
}

/** Their words as a paragraph by itself. @param words blank or null: none */
export function ownersParagraph(words: string | null): string[] {
  return words ? [ownersReasonLine(words)] : [];
}

/** What the file beside the mail is for, which not every calendar follows: of what was never confirmed there is none. */
export function fileEnds({ paidAt }: Pick<Reservation, "paidAt">): string[] {
  return paidAt
    ? [
        "Si vous aviez ajouté l’événement à votre agenda, le fichier joint l’y annule\u00a0; s’il y reste, supprimez-le.",
      ]
    : [];
}
