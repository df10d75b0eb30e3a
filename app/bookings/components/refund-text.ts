import { formatEuros, type Cents } from "~/platform/money";
import type { CancelPreview } from "~/rules/cancellation";

/**
 * What cancelling gives back, to the cent, as it is said before anything happens.
 *
 * @param contested cents on which the payer's bank decides: until it has, nothing is given back
 */
export function refundText({ kind, amount, paid }: CancelPreview, contested: Cents): string {
  if (kind === "nothing") return "Aucun débit n’est enregistré.";
  if (kind === "release") {
    return `Le montant réservé sur votre carte, ${formatEuros(amount)}, est libéré\u00a0: rien n’est débité.`;
  }
  const refund =
    amount === 0
      ? `Le délai de remboursement est passé\u00a0: rien n’est rendu sur les ${formatEuros(paid)} payés.`
      : `Vous serez remboursé(e) de ${formatEuros(amount)} sur les ${formatEuros(paid)} payés.`;
  return contested > 0
    ? `Vous contestez ${formatEuros(contested)} auprès de votre banque\u00a0: elle décide d’abord, et ceci ne vaut que si elle maintient le paiement. ${refund}`
    : refund;
}

/** The same to an owner who cancels: all of it goes back, and their share with it. */
export function ownersRefundText({ kind, amount, paid }: CancelPreview, contested: Cents): string {
  if (kind !== "refund") return "Ce qui est réservé sur la carte du client est libéré, sans débit.";
  const whole = amount === paid ? "en totalité" : `du reste des ${formatEuros(paid)} payés`;
  const refund = `Le client est remboursé ${whole}, soit ${formatEuros(amount)}, et votre part est reprise.`;
  return contested > 0
    ? `Le client conteste ${formatEuros(contested)} auprès de sa banque\u00a0: elle décide d’abord, et ceci ne vaut que si elle maintient le paiement. ${refund}`
    : refund;
}
