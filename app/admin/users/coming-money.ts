/** What calling reservations off does with the buyers' money, as the pages that ask say it. */
import type { Reservation } from "@models/reservation";
import { formatEuros, type Cents } from "~/platform/money";
import { paidInAll, refundedInAll } from "~/rules/paid-parts";

/** What was paid for some reservations and not given back yet. */
export function paidFor(reservations: readonly Reservation[]): Cents {
  return reservations
    .filter(({ paidAt }) => paidAt)
    .reduce((sum, one) => sum + paidInAll(one) - refundedInAll(one), 0);
}

/** What their banks hold for requests that no owner has answered yet, and nobody has taken. */
function heldFor(reservations: readonly Reservation[]): Cents {
  return reservations
    .filter(({ status, paidAt }) => status === "pending" && !paidAt)
    .reduce((sum, { total }) => sum + total, 0);
}

/** What calling some reservations off does with the buyers' money, in a sentence. */
export function givenBackText(reservations: readonly Reservation[]): string {
  const [paid, held] = [paidFor(reservations), heldFor(reservations)];
  const parts = [
    ...(paid > 0 ? [`${formatEuros(paid)} sont rendus aux acheteurs`] : []),
    ...(held > 0 ? [`${formatEuros(held)} réservés sur des cartes sont libérés`] : []),
  ];
  return `${parts.join(" et ") || "Rien n’a été débité\u00a0: rien n’est à rendre"}.`;
}

/** How many they are and what is given back or freed for them, as a form carries it: '3-231750-0'. */
export function comingSeen(reservations: readonly Reservation[]): string {
  return [reservations.length, paidFor(reservations), heldFor(reservations)].join("-");
}
