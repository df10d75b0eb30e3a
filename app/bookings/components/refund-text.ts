import { formatEuros, type Cents } from "~/platform/money";
import type { CancelPreview } from "~/rules/cancellation";

/**
 * What cancelling gives back, to the cent, as it is said before anything happens.
 *
 * @param contested cents on which the payer's bank decides: until it has, nothing is given back
 */
export function refundText(
  { kind, amount, paid, alreadyBack }: CancelPreview,
  contested: Cents,
): string {
  if (kind === "nothing") return "Aucun débit n’est enregistré.";
  if (kind === "release") {
    return `Le montant réservé sur votre carte, ${formatEuros(amount)}, est libéré\u00a0: rien n’est débité.`;
  }
  const back = formatEuros(alreadyBack);
  const some = `${formatEuros(amount)} sur les ${formatEuros(paid)} payés${alreadyBack > 0 ? `, en plus des ${back} qui vous reviennent déjà` : ""}`;
  const none = `rien n’est rendu sur les ${formatEuros(paid)} payés`;
  const covered = `${back} vous reviennent déjà, et la politique d’annulation ne prévoit pas davantage.`;
  if (contested > 0) {
    const lead = `Vous contestez ${formatEuros(contested)} auprès de votre banque, qui décide d’abord. Si elle maintient le paiement,`;
    if (amount > 0) return `${lead} vous serez remboursé(e) de ${some}.`;
    return alreadyBack > 0
      ? `${lead} rien de plus ne vous sera remboursé\u00a0: ${covered}`
      : `${lead} ${none}\u00a0: le délai de remboursement est passé.`;
  }
  if (amount > 0) return `Vous serez remboursé(e) de ${some}.`;
  return alreadyBack > 0
    ? `Rien de plus ne vous sera remboursé\u00a0: ${covered}`
    : `Le délai de remboursement est passé\u00a0: ${none}.`;
}

/** The same to an owner who cancels: all of it goes back, and their share with it. */
export function ownersRefundText({ kind, amount, paid }: CancelPreview, contested: Cents): string {
  if (kind !== "refund") return "Ce qui est réservé sur la carte du client est libéré, sans débit.";
  const whole = amount === paid ? "en totalité" : `du reste des ${formatEuros(paid)} payés`;
  if (amount === 0) return "Tout est déjà accordé au client\u00a0: rien de plus ne lui est rendu.";
  const refund = `client est remboursé ${whole}, soit ${formatEuros(amount)}, et votre part est reprise.`;
  return contested > 0
    ? `Le client conteste ${formatEuros(contested)} auprès de sa banque, qui décide d’abord. Si elle maintient le paiement, le ${refund}`
    : `Le ${refund}`;
}

/** The same to whoever calls it off for the platform. */
export function platformRefundText(
  { kind, amount, paid }: CancelPreview,
  contested: Cents,
): string {
  const sum = formatEuros(amount);
  if (kind !== "refund")
    return `Les ${sum} réservés sur la carte sont libérés, rien n’était débité.`;
  if (amount === 0)
    return "Tout est déjà accordé à l’acheteur\u00a0: rien de plus ne lui est rendu.";
  if (contested > 0) {
    return `L’acheteur conteste ${formatEuros(contested)} auprès de sa banque\u00a0: ${sum} lui sont rendus si elle maintient le paiement.`;
  }
  const what =
    amount === paid ? "tout ce qui a été payé" : `le reste des ${formatEuros(paid)} payés`;
  return `${sum} sont rendus à l’acheteur\u00a0: ${what}.`;
}
