/** The kinds of fields that several forms share. */
import { z } from "zod";
import { firstCharacters } from "../cut-text";

/** What a field of one line holds at most, unless it says another number. */
const LINE_LENGTH = 200;

/** One line of text: control characters, line ends and runs of spaces become a space. */
export function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line === "" ? undefined : line;
}

/** What mail programs make a link of. A name alone may have a point in it: 'Booking.com' is one. */
const WEB_ADDRESS = /:\/\/|www\.|http/i;

/**
 * For `refine`: what stands in our mails leads nowhere else from them.
 *
 * @param what it is, with its article: 'Le prénom'; undefined: something that may
 */
export function noWebAddress(
  what: string | undefined,
): [isKept: (text: string) => boolean, message: string | undefined] {
  if (what === undefined) return [() => true, undefined];
  return [(text) => !WEB_ADDRESS.test(text), `${what} ne peut pas contenir d’adresse web.`];
}

/**
 * One line that people type.
 *
 * @param missing told when there is nothing in it
 * @param most characters
 * @param called with its verb, 'Les horaires ont', where a form has several: its summary tells them apart
 * @param named what it names, 'Le prénom', where that stands in what we write to others: it takes no web address
 */
export function line({
  missing,
  most = LINE_LENGTH,
  called,
  named,
}: { missing?: string; most?: number; called?: string; named?: string } = {}) {
  const limit = `${most} caractères au plus.`;
  return z
    .string({ required_error: missing })
    .max(most, called ? `${called} ${limit}` : `Ce texte est trop long\u00a0: ${limit}`)
    .transform((text) => oneLine(text) ?? "")
    .refine((text) => text !== "", missing)
    .refine(...noWebAddress(named));
}

/** One of a list of values. @param message told of anything else, nothing included */
export function choice<const T extends readonly [string, ...string[]]>(
  values: T,
  message?: string,
) {
  return z.enum(values, message === undefined ? undefined : { errorMap: () => ({ message }) });
}

/**
 * An id of a document, as MongoDB writes it. It finds one in capitals too, so that they are made small here: the audit
 * log, and all that compares ids, keeps them as text.
 */
export const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/i)
  .toLowerCase();

/** An instant that a page showed, in milliseconds; there is none before 1970, or beyond what a date holds. */
export const instantMs = z.number().int().min(0).max(8.64e15);

/** A path's `:id`, for the descriptions of pages and calls: another one is a 404. */
export const idParam = z.object({ id: objectId });

/** `vers` of a query string: the page that was wanted, which `safePath` makes a path of this site. */
export const targetParam = z.object({ vers: z.string().optional() });

/** A box to tick. */
export const checkbox = z.boolean().default(false);

/** A short text that people do not type: a key, a token, an id of a service. */
export const shortText = z.string().trim().min(1).max(100);

/** No list has more pages; more rows than 64 bits count MongoDB refuses to skip. */
const MOST_PAGES = 1_000_000;

/** A page of a list, in a query string; what is none is the first, and what is too many leads to the last. */
export const pageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .transform((page) => Math.min(page, MOST_PAGES))
  .catch(1);

/** Control characters and halves of a pair: no text has them, and MongoDB refuses an expression with U+0000 in it. */
const NO_TEXT = /[\p{Cc}\p{Cs}]+/gu;

/** What a list is searched for, in a query string. */
export const searchText = z
  .string()
  .transform((text) => firstCharacters(text.replace(NO_TEXT, " ").trim(), 100))
  .catch("");
