import { trusted } from "mongoose";
import { withoutAccents } from "~/platform/fold-text";
import { withoutSpaces } from "~/platform/seen-text";
import { storedEmail } from "~/platform/stored-email";

/** Where Unicode has Latin letters with accents: all that Europe writes, and Vietnam. */
const LATIN = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const;

/** The small letters that are these without their accents: of 'n' ñ, ń, ň… İ has no small letter of its own. */
const ACCENTED = new Map<string, string>();
for (const [first, last] of LATIN) {
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCodePoint(code);
    if (letter === letter.toLowerCase() || letter === "İ") {
      const plain = withoutAccents(letter);
      ACCENTED.set(plain, `${ACCENTED.get(plain) ?? ""}${letter}`);
    }
  }
}

/** Accents that are characters of their own, as a Mac may write them. */
const MARKS = "\u0300-\u036f";

/** 'Jean-Paul' and 'Jean Paul'. The no-break spaces are those that pages write; an expression has to name them. */
const BETWEEN = "[\\s\u00a0\u202f-]+";

/** A letter that may have an accent, two that may be one, what stands between words, and what stands for itself. */
const SIGN = /oe|ae|ss|[a-z]|['’]|[\s-]+|[\\^$.*+?()[\]{}|]/g;

function alike(sign: string): string {
  if (/[\s-]/.test(sign)) return BETWEEN;
  if (sign === "'" || sign === "’") return "['’]";
  if (!/[a-z]/.test(sign)) return `\\${sign}`;
  const letters = [...sign].map((one) => `[${one}${ACCENTED.get(one) ?? ""}][${MARKS}]*`).join("");
  return sign.length === 1 ? letters : `(?:${letters}|[${ACCENTED.get(sign) ?? ""}][${MARKS}]*)`;
}

/** Latin letters in lower case and without accents; the other scripts as they are, whose marks are no accents. */
function typed(part: string): string {
  return Array.from(part.normalize("NFC"), (character) => {
    const plain = withoutAccents(character);
    return /^[a-z]+$/.test(plain) ? plain : character;
  })
    .join("")
    .replace(new RegExp(`[${MARKS}]+`, "g"), "");
}

/**
 * Texts that hold `part`, in any case, with or without accents, however its words are held apart. A pattern as a string:
 * see models/engine.ts. It looks at the newest first and stops at a full page, under an index of the list's order.
 */
export function containing(part: string) {
  return trusted({ $regex: patternOf(part), $options: "i" });
}

const patternOf = (part: string) => typed(part).replace(SIGN, alike);

/**
 * A reservation's reference that was typed whole, in any case, with or without the letters that all begin with, whatever stands
 * after those.
 */
export function referenceOf(typed: string) {
  const reference = dashed(typed);
  // The rest of one may itself begin with these letters.
  return trusted({ $in: [...new Set([reference, `PDS-${reference}`, writtenReference(typed)])] });
}

/** Every dash there is, and the minus. */
const DASHES = /[\p{Pd}\u2212]/gu;
const dashed = (text: string) => withoutSpaces(text).toUpperCase().replace(DASHES, "-");

/** A reference as it is stored, 'PDS-7K2F9Q' or a supplement's 'PDS-7K2F9Q-M4', of one written 'pds 7k2f9q' or 'PDS7K2F9Q'. */
export function writtenReference(written: string): string {
  return dashed(written).replace(/^PDS-?/, "PDS-");
}

/**
 * E-mails that hold `part`; one that is typed whole is found however its domain is written, and one that is stored as it was typed,
 * for its account is one of two (`spellDomains`).
 */
export function emailContaining(part: string) {
  const patterns = new Set([storedEmail(part), part].map(patternOf));
  return trusted({ $regex: [...patterns].join("|"), $options: "i" });
}
