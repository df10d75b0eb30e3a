import { withoutUnseen } from "~/platform/seen-text";

/** What WinAnsi (Windows-1252) has beyond Latin-1, which it has from U+00A0 on. */
const BEYOND = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Letters with a stroke and their like, which Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ł: "l", Ł: "L", đ: "d", Đ: "D", ħ: "h", Ħ: "H", ı: "i", ŧ: "t", Ŧ: "T" },
  "\u202f": "\u00a0",
  "\u2009": " ",
  "\u2011": "-",
  // As wide as a minus sign, and as high: there is none.
  "\u2212": "–",
};

const isKnown = (letter: string) =>
  /^[\u0020-\u007e\u00a0-\u00ff]$/.test(letter) || BEYOND.includes(letter);

/** What people take for one character: an emoji of a family is seven. */
const CHARACTERS = new Intl.Segmenter("fr", { granularity: "grapheme" });

/**
 * A text in the letters of the standard fonts of PDF: all of French and the euro sign. Of other names'
 * letters the accent is left out; a character of another script is a question mark, and what nobody sees is not there.
 */
export function toWinAnsi(text: string): string {
  const characters = CHARACTERS.segment(text.normalize("NFC"));
  return Array.from(characters, ({ segment }) => written(withoutUnseen(segment))).join("");
}

function written(character: string): string {
  const letters = [...character].map((letter) => known(letter));
  return letters.includes("?") ? "?" : letters.join("");
}

/** Nothing of a mark without its letter; a question mark for a letter that there is not. */
function known(letter: string): string {
  if (isKnown(letter)) return letter;
  const plain = PLAIN[letter] ?? letter.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...plain].every(isKnown) ? plain : "?";
}
