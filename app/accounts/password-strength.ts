/** What the strength display says of a password while it is typed; runs in browsers too. */

export const STRENGTH_LABELS = ["Très faible", "Faible", "Normal", "Bon", "Très bon"] as const;

/** How many characters a password that is chosen has at least. */
export const PASSWORD_MIN = 8;

const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGIT = /\d/;
const SPECIAL = /[^\p{L}\p{M}\d\s]/u;

/** How long a password is as people count: an emoji or an accented letter is one, in as many characters as it may come. */
export const passwordLength = (password: string) => [...password.normalize("NFC")].length;

/** The checklist, in the order shown. */
export const STRENGTH_CHECKS = [
  {
    id: "length",
    label: `Au moins ${PASSWORD_MIN} caractères`,
    passes: (text: string) => passwordLength(text) >= PASSWORD_MIN,
  },
  { id: "upper", label: "Une majuscule", passes: (text: string) => UPPER.test(text) },
  { id: "lower", label: "Une minuscule", passes: (text: string) => LOWER.test(text) },
  { id: "digit", label: "Un chiffre", passes: (text: string) => DIGIT.test(text) },
  { id: "special", label: "Un caractère spécial", passes: (text: string) => SPECIAL.test(text) },
] as const;

/**
 * The meter's score, 0 to 4: a point each for a length of at least 6, mixed case, a digit and a
 * special character.
 */
export function passwordScore(password: string): 0 | 1 | 2 | 3 | 4 {
  const points = [
    passwordLength(password) >= 6,
    LOWER.test(password) && UPPER.test(password),
    DIGIT.test(password),
    SPECIAL.test(password),
  ];
  return points.filter(Boolean).length as 0 | 1 | 2 | 3 | 4;
}
