/**
 * Zero-width space, word joiner, byte order mark; and what turns the direction of all that follows (UAX #9:
 * embeddings, overrides, isolates), dates and sums in the same line of a mail too. Marks of direction and
 * joiners stay: scripts and emoji are written with them.
 */
const UNSEEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;
/** Letters and a symbol that are drawn as nothing: Hangul fillers, the empty Braille cell. */
const BLANKS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** What ends a line or a page elsewhere, as a break within a paragraph that comes from a word processor. */
const BREAKS = /[\v\f\x85]/g;
/** What is written with nothing, and seen as a box or not at all; a text with NUL in it is nobody's, and refused (`input`). */
const CONTROLS = /[^\P{Cc}\t\n\r\0]/gu;
/** Nothing but spaces, marks and what stands on a letter that is not there. */
const NOTHING = /^[\s\p{Cf}\p{M}]*$/u;

/** A text without what is drawn as nothing itself: hyphens for the end of a line alone, marks of direction, joiners. */
export function withoutUnseen(text: string): string {
  return text.replace(/\p{Cf}/gu, "");
}

/** What people type to make a number readable, and the marks that nobody sees which come along where it is copied. */
export function withoutSpaces(text: string): string {
  return withoutUnseen(text).replace(/[\s.]/g, "");
}

/**
 * What of a text others will see, each accent in one character with its letter: what some keyboards and files bring
 * in two would be counted, searched and compared as another text. Empty when there is nothing to see.
 */
export function seenText(text: string): string {
  const written = text.normalize("NFC").replace(BREAKS, "\n").replace(CONTROLS, "");
  const seen = written.replace(UNSEEN, "").replace(BLANKS, " ");
  return NOTHING.test(seen) ? "" : seen;
}
