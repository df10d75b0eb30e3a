/**
 * What the law has kept of whoever closes their account (decision 008), as everybody reads it who closes one or has it
 * closed; /politique says the same.
 */
export const WHAT_STAYS = {
  yours: wordsOf("vos", "votre", "Si vous avez été payé(e)"),
  theirs: wordsOf("ses", "son", "Si la personne a été payée"),
};

function wordsOf(many: "vos" | "ses", one: "votre" | "son", ifPaid: string) {
  return `La loi fait garder dix ans ${many} réservations et ${many} paiements\u00a0: ${one} nom n’y reste que sur les reçus, avec ${one} adresse et ${one} SIRET s’ils y sont. ${ifPaid} pour des locations, ce qui en est déclaré à l’administration fiscale reste dix ans aussi, avec ${one} identité, et ${one} adresse e-mail jusqu’au relevé de janvier.`;
}
