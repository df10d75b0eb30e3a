/** What is an e-mail address, on every form: whoever can sign up with one can log in with it. */
import { z } from "zod";
import { storedEmail } from "~/platform/stored-email";
import { withFacts } from "~/platform/web/field-facts";

/** Mail servers know no longer ones. */
const LENGTH = 254;
/**
 * One address and nothing more. Before the @ what browsers take in an e-mail field; after it a domain
 * with a dot, which may be typed with letters beyond ASCII.
 */
const SHAPE =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}\d-]{2,}$/u;

/** Of what is stored: a domain that cannot be written so has no mailbox. */
const ASCII = /^[!-~]*$/;

/** Below it there is no mailbox (RFC 2606): nobody signs up there, and the addresses of closed accounts are made there. */
const NOWHERE = ".invalid";

const EMAIL_MESSAGES = {
  missing: "Saisissez votre adresse e-mail.",
  shape: "Saisissez une adresse e-mail au format nom@domaine.fr.",
} as const;

/** @param text as e-mails are stored and looked up (`storedEmail`) */
export function isEmailAddress(text: string): boolean {
  const isWhole = text.length <= LENGTH && SHAPE.test(text) && ASCII.test(text);
  return isWhole && !text.endsWith(NOWHERE);
}

/**
 * The address of a closed account, where nobody can receive mail.
 *
 * @param unguessed told to nobody before: an address that is known beforehand can be another account's by then
 */
export function closedAddress(unguessed: string): string {
  return `${unguessed}@compte-ferme${NOWHERE}`;
}

/**
 * The field of an e-mail, read as it is stored and looked up (`storedEmail`).
 *
 * @param missing told when there is nothing in it
 */
export function emailField(missing: string = EMAIL_MESSAGES.missing) {
  const field = z
    .string({ required_error: missing })
    .trim()
    .max(LENGTH, EMAIL_MESSAGES.shape)
    .transform(storedEmail)
    .refine(isEmailAddress, EMAIL_MESSAGES.shape);
  return withFacts(field, {
    pattern: `^\\s*${SHAPE.source.slice(1, -1).replace("a-z", "A-Za-z")}\\s*$`,
    example: "marie.durand@exemple.fr",
  });
}
