/** No letters or digits that people mix up (0 and o, 1, i and l). */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const SUFFIX_LENGTH = 4;
const NAME_LENGTH = 40;

/**
 * A public handle: the name in plain letters and four random characters (`marie-durand-7k2f`). The
 * database says whether it is free; when it is not, make another.
 *
 * @param random answers a whole number from 0 up to (not including) its argument.
 */
export function makeTag(name: string, lastname: string, random: (below: number) => number): string {
  const readable = `${name} ${lastname}`
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, NAME_LENGTH)
    .replace(/-+$/, "");
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[random(ALPHABET.length)]);
  return `${readable || "membre"}-${suffix.join("")}`;
}
