/** When a reservation becomes firm, as it is said before paying. */
export function validationText({ needValidation }: { needValidation: boolean }): string {
  return needValidation
    ? "Le propriétaire répond sous 24\u00a0heures\u00a0; votre carte n’est débitée qu’à son accord."
    : "La réservation est confirmée dès le paiement.";
}
