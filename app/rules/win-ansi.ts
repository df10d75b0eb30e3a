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

/**
 * A text in the letters of the standard fonts of PDF: all of French and the euro sign. Of other names'
 * letters the accent is left out; a letter of another script is a question mark.
 */
export function toWinAnsi(text: string): string {
  return [...text.normalize("NFC")].map((letter) => known(letter)).join("");
}

function known(letter: string): string {
  if (isKnown(letter)) return letter;
  const plain = PLAIN[letter] ?? letter.normalize("NFD").replace(/\p{M}/gu, "");
  return plain !== "" && [...plain].every(isKnown) ? plain : "?";
}
