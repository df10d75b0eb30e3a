/** When a reservation becomes firm, as it is said before paying: short, for 'Réserver' stands below it. */
export function validationText({ needValidation }: { needValidation: boolean }): string {
  return needValidation
    ? "Le propriétaire répond sous 24\u00a0heures, sauf report par nous\u00a0; votre carte est débitée s’il accepte."
    : "La réservation est confirmée dès le paiement.";
}

/** Until when an answer is awaited (`answerDeadline`, `latestAnswer`), as the terms say it. */
export const ANSWER_TIME =
  "Le propriétaire a 24\u00a0heures pour répondre, moins si les jours demandés sont passés avant\u00a0; notre équipe peut reporter ce délai, jusqu’à 6\u00a0jours après la demande.";
