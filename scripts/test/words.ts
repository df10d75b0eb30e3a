import { HOLE } from "./source-texts";

/**
 * The rules of docs/words.md, as far as a program can hold them: the spaces and apostrophes of
 * French, and the misspellings that were mended. It does not know the language.
 */

/** Letters and words that English and code do without. */
const FRENCH =
  /[àâçéèêëîïôœùûü«»’€]|(?<![\p{L}\p{N}_/-])(?:au|aux|ce|cette|ces|de|des|du|en|est|et|la|le|les|mes|ne|nos|nous|par|pas|pour|sur|un|une|vos|votre|vous)(?![\p{L}\p{N}_/-])/iu;

/** What may follow the punctuation of a sentence; in code, something else does. */
const SENTENCE_GOES_ON = `(?=[\\s${HOLE}.,)’”…]|$)`;
const ORDINARY_SPACE = new RegExp(`[ \\n][!?:;€%»]${SENTENCE_GOES_ON}|« `, "u");
const NO_SPACE = new RegExp(`[^\\s!?:;./][!?:;€»]${SENTENCE_GOES_ON}|«[^\\s]`, "u");
/** These two end no word of code. */
const NO_SPACE_ANYWHERE = new RegExp(`[\\p{L}\\p{N}][!€]${SENTENCE_GOES_ON}`, "u");

/** What English has too is measured so in French alone. */
const BROKEN_MINUTES = new RegExp(`[\\d${HOLE}] min(?:utes?)?(?![\\p{L}\\p{N}])`, "u");
/** What is measured, after a figure or what stands for one: a line that breaks between them reads '24', then 'heures'. */
const BROKEN_MEASURE = new RegExp(
  `[\\d${HOLE}] (?:h|heures?|secondes?|jours?|semaines?|mois|ans?|(?:demi-)?journées?|[km]?m²?|[kMG]o)(?![\\p{L}\\p{N}])`,
  "u",
);

/** An elided word: l', d', qu'. The apostrophe of an English contraction stands deeper in its word. */
const ELISION = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|jusqu|lorsqu|puisqu|qu|aujourd)'(?=[\p{L}\p{N}])/iu;
const APOSTROPHE = /\p{L}'\p{L}/u;

/** Not within an address, an identifier or a longer word. */
const word = (pattern: string, flags = "iu") =>
  new RegExp(`(?<![\\p{L}\\p{N}_/-])(?:${pattern})(?![\\p{L}\\p{N}_/-])`, flags);

/** What the specifications have and nobody is to read; where case tells a word from code, it counts. */
const MISSPELT: readonly RegExp[] = [
  word("paiments?|rembouser"),
  word("adress|boite"),
  word("depasser|liason"),
  word("Email|Status", "u"),
  word("(?:adresse|boîte|champs?|de|l['’]) ?email"),
  word("(?:être|pas) remplit|informations doivent être remplis"),
  word("le champs|les information"),
  word("mot de passe incorrecte"),
  word("verification de|verifi(?:é|ez|er)"),
  word("deconnecté|deconnexion d[eu]"),
  word("selectionner|veuiller|récuperation|renouvellées|succés"),
  word("erreur c['’]est|erreur de l['’]envoie|lors de l['’]envoie"),
  word("erreur est survenu"),
  word("à (?:échoué|echoué|été)|echoué|echec"),
  word("aucune (?:salles|locations)|locations? trouvé"),
  word("code postale|adresse situé|entités privés"),
  word("coordonnées correctement mis"),
  word("compte (?:utilisateur|master) réalisée"),
];

/** What nobody can promise: a calendar from elsewhere may keep closed what a reservation gives up. */
const PROMISED_FREE = word("(?:de nouveau|redev\\p{L}+) libres?");

/** What has another name in the product, which its page, menu or section bears (docs/words.md). Two names would be two things. */
const OTHER_NAME = word(
  "politique de confidentialité|agendas (?:que \\p{L}+ )?import\\p{L}+|codes? de récupération|super-administrateurs?|(?:nom|siren) de l[’']entité",
);

/** The same, where only a capital is another: the account is called a Master. */
const SMALL_MASTER = word("[Cc]omptes? masters?", "u");

/** What is wrong with a text, in a few words each; nothing when it is right. */
export function problemsOf(text: string): string[] {
  const problems: string[] = [];
  const isFrench = FRENCH.test(text) || ELISION.test(text);
  if (ORDINARY_SPACE.test(text)) problems.push("an ordinary space beside ! ? : ; € % « »");
  if (NO_SPACE_ANYWHERE.test(text) || (isFrench && NO_SPACE.test(text))) {
    problems.push("no space beside ! ? : ; € « »");
  }
  if (ELISION.test(text) || (isFrench && APOSTROPHE.test(text))) {
    problems.push("a straight apostrophe");
  }
  if (BROKEN_MEASURE.test(text) || (isFrench && BROKEN_MINUTES.test(text)))
    problems.push("an ordinary space between a figure and its unit");
  for (const pattern of MISSPELT) {
    const found = pattern.exec(text);
    if (found) problems.push(`misspelt: ${found[0]}`);
  }
  if (PROMISED_FREE.test(text)) problems.push("days promised to be free");
  const other = OTHER_NAME.exec(text) ?? SMALL_MASTER.exec(text);
  if (other) problems.push(`another name: ${other[0]}`);
  return problems;
}
