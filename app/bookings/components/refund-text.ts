import { formatEuros, type Cents } from "~/platform/money";
import type { CancelPreview } from "~/rules/cancellation";

/**
 * Whether the payer's bank decides on all that could be given back. Else some of it may go at once: a payment in dispute gives
 * nothing back meanwhile, and a reservation may have others.
 */
export function isAllContested(
  { paid, alreadyBack }: Pick<CancelPreview, "paid" | "alreadyBack">,
  contested: Cents,
): boolean {
  return contested >= paid - alreadyBack;
}

const MAY_WAIT = "tout ou partie du remboursement peut attendre sa décision";

/** To others than the payer, of what they contest a part of. */
export const partContested = (contested: Cents) =>
  `Il conteste ${formatEuros(contested)} auprès de sa banque\u00a0: ${MAY_WAIT}, et ce qu’elle lui rend ne lui est pas remboursé une seconde fois.`;

/**
 * What cancelling gives back, to the cent, as it is said before anything happens.
 *
 * @param contested cents on which the payer's bank decides: until it has, they are not given back
 */
export function refundText(preview: CancelPreview, contested: Cents): string {
  const { kind, amount, paid, alreadyBack } = preview;
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
    if (amount > 0) {
      return isAllContested(preview, contested)
        ? `${lead} vous serez remboursé(e) de ${some}.`
        : `Vous serez remboursé(e) de ${some}. Vous contestez ${formatEuros(contested)} auprès de votre banque\u00a0: ${MAY_WAIT}, et ce qu’elle vous rend ne vous est pas remboursé une seconde fois.`;
    }
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
export function ownersRefundText(preview: CancelPreview, contested: Cents): string {
  const { kind, amount, paid } = preview;
  if (kind !== "refund") return "Ce qui est réservé sur la carte du client est libéré, sans débit.";
  const whole = amount === paid ? "en totalité" : `du reste des ${formatEuros(paid)} payés`;
  // Granted, or their bank's since a lost dispute, which nobody granted.
  if (amount === 0) return "Il ne reste rien de plus à rembourser au client.";
  const refund = `client est remboursé ${whole}, soit ${formatEuros(amount)}, et votre part est reprise.`;
  if (contested === 0) return `Le ${refund}`;
  return isAllContested(preview, contested)
    ? `Le client conteste ${formatEuros(contested)} auprès de sa banque, qui décide d’abord. Si elle maintient le paiement, le ${refund}`
    : `Le ${refund} ${partContested(contested)}`;
}

/** The same to whoever calls it off for the platform. */
export function platformRefundText(preview: CancelPreview, contested: Cents): string {
  const { kind, amount, paid } = preview;
  const sum = formatEuros(amount);
  if (kind !== "refund")
    return `Les ${sum} réservés sur la carte sont libérés, rien n’était débité.`;
  if (amount === 0) return "Il ne reste rien de plus à rembourser à l’acheteur.";
  if (contested > 0 && isAllContested(preview, contested)) {
    return `L’acheteur conteste ${formatEuros(contested)} auprès de sa banque\u00a0: ${sum} lui sont rendus si elle maintient le paiement.`;
  }
  const what =
    amount === paid ? "tout ce qui a été payé" : `le reste des ${formatEuros(paid)} payés`;
  const refund = `${sum} sont rendus à l’acheteur\u00a0: ${what}.`;
  return contested > 0 ? `${refund} ${partContested(contested)}` : refund;
}
