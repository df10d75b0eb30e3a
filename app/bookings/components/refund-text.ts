import { formatEuros } from "~/platform/money";
import type { CancelPreview } from "~/rules/cancellation";

/** What cancelling gives back, to the cent, as it is said before anything happens. */
export function refundText({ kind, amount, paid }: CancelPreview): string {
  if (kind === "nothing") return "Aucun débit n’est enregistré.";
  if (kind === "release") {
    return `Le montant réservé sur votre carte, ${formatEuros(amount)}, est libéré\u00a0: rien n’est débité.`;
  }
  if (amount === 0) {
    return `Le délai de remboursement est passé\u00a0: rien n’est rendu sur les ${formatEuros(paid)} payés.`;
  }
  return `Vous serez remboursé(e) de ${formatEuros(amount)} sur les ${formatEuros(paid)} payés.`;
}

/** The same to an owner who cancels: all of it goes back, and their share with it. */
export function ownersRefundText({ kind, amount, paid }: CancelPreview): string {
  if (kind !== "refund") return "Ce qui est réservé sur la carte du client est libéré, sans débit.";
  const whole = amount === paid ? "en totalité" : `du reste des ${formatEuros(paid)} payés`;
  return `Le client est remboursé ${whole}, soit ${formatEuros(amount)}, et votre part est reprise.`;
}
