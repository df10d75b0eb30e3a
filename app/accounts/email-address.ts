/** What is an e-mail address, on every form: whoever can sign up with one can log in with it. */

/** Mail servers know no longer ones. */
const LENGTH = 254;
/**
 * One address and nothing more. Before the @ what browsers take in an e-mail field; after it a domain
 * with a dot, also with letters beyond ASCII.
 */
const SHAPE =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}\d-]{2,}$/u;

export const EMAIL_MESSAGES = {
  missing: "Saisissez votre adresse e-mail.",
  shape: "Saisissez une adresse e-mail au format nom@domaine.fr.",
} as const;

/** As e-mails are stored and looked up: trimmed and lower-cased. */
export function readEmail(text: string | undefined): string {
  return (text ?? "").trim().toLowerCase();
}

/** @param text as `readEmail` gives it */
export function isEmailAddress(text: string): boolean {
  return text.length <= LENGTH && SHAPE.test(text);
}
