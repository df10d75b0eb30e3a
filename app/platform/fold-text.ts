import { withoutUnseen } from "./seen-text";

/** Letters that canonical decomposition does not take apart. */
const UNDIVIDED: Record<string, string> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
};

/** A text in lower case and without accents. */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[œæßøłđðħŧı]/g, (letter) => UNDIVIDED[letter] ?? letter);
}

/**
 * Lower-case letters and digits without accents, words separated by one space. What nobody sees parts no word, and two letters
 * that are printed as one, as what is copied from a PDF may have them, are two.
 */
export function foldText(text: string): string {
  return withoutAccents(withoutUnseen(text).normalize("NFKD"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const IN_FULL: Record<string, string> = { st: "saint", ste: "sainte" };

/** A word of a place's name, folded, as it stands on maps. */
export function unabbreviated(word: string): string {
  return Object.hasOwn(IN_FULL, word) ? IN_FULL[word]! : word;
}

/** What somebody may mean who typed a part of a place's name, folded: 'st m' is it itself and 'saint m', 'lyon' alone. */
export function placeReadings(folded: string): string[] {
  return [...new Set([folded, folded.split(" ").map(unabbreviated).join(" ")])];
}

/** The name of a place, folded, as it stands on maps: 'saint malo' of 'St-Malo'. */
export function inFull(name: string): string {
  return foldText(name).split(" ").map(unabbreviated).join(" ");
}

/** What somebody typed for a place, folded, with a postal code at its start in one word: '13 100 aix' is '13100 aix'. */
export function withWholeCode(folded: string): string {
  return folded.replace(/^(\d{2}) (\d{3})(?= |$)/, "$1$2");
}

/** Whether a text starts with what someone typed, in any case, with or without its accents. */
export function startsLike(text: string, typed: string): boolean {
  const start = foldText(typed);
  return typed.trim() === "" || (start !== "" && foldText(text).startsWith(start));
}
