/**
 * What the law has kept of whoever closes their account (decision 008), as everybody reads it who closes one or has it
 * closed; /politique says the same.
 */
export const WHAT_STAYS = {
  yours: wordsOf("vos", "votre", "Si vous avez été payé(e)"),
  theirs: wordsOf("ses", "son", "Si la personne a été payée"),
};

function wordsOf(many: "vos" | "ses", one: "votre" | "son", ifPaid: string) {
  return `La loi fait garder dix ans ${many} réservations et ${many} paiements\u00a0: ${one} nom n’y reste que sur les reçus, avec ${one} adresse et ${one} SIRET s’ils y sont. ${ifPaid} pour des locations, ce qui en est déclaré à l’administration fiscale reste dix ans aussi, avec ${one} identité, et ${one} adresse e-mail jusqu’au relevé de janvier, ou de février si l’e-mail de janvier n’a pas pu être remis.`;
}

/** The month in which the last statement of years until `last` goes to an address: 'janvier 2027'; in the one after it if it was not reached. */
export const lastStatement = ({ last }: { last: string }): string => `janvier ${Number(last) + 1}`;

/** Told to whoever asks what is kept of their address, or to be forgotten, where a closed account that was paid had it. */
export function statementText(years: { last: string }): string {
  return `Un compte fermé avait cette adresse et a été payé pour des locations\u00a0: la loi nous fait dire à son titulaire, en janvier, ce que nous en déclarons à l’administration fiscale. Nous gardons cette adresse pour cela seul, jusqu’en ${lastStatement(years)}, ou en février si l’e-mail de janvier n’a pas pu être remis\u00a0; ce qui est déclaré, avec l’identité, reste dix ans.`;
}
