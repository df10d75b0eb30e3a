/** Letters that canonical decomposition does not take apart. */
const LIGATURES: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss" };

/** Lower-case letters and digits without accents, words separated by one space. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[œæß]/g, (letter) => LIGATURES[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether a text starts with what someone typed, in any case, with or without its accents. */
export function startsLike(text: string, typed: string): boolean {
  const start = foldText(typed);
  return typed.trim() === "" || (start !== "" && foldText(text).startsWith(start));
}
