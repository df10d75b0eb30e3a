/** No letter or digit that people mix up: 0 and O, 1, I and L. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/** A typed code as it is stored, whatever its case and spacing; null when it cannot be one. */
export function readLiaisonCode(text: string): string | null {
  const code = text.replace(/[\s.-]/g, "").toUpperCase();
  const isCode = code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter));
  return isCode ? code : null;
}

/**
 * A new code. The database says whether it is free; when it is not, make another.
 *
 * @param random answers a whole number from 0 up to (not including) its argument.
 */
export function makeLiaisonCode(random: (below: number) => number): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[random(ALPHABET.length)]).join("");
}
