import { foldText } from "./fold-text";

/** 'de Paul', 'd’Aïcha': a name after 'de', which loses its vowel before another. */
export function ofName(name: string): string {
  return /^[aeiou]/.test(foldText(name)) ? `d’${name}` : `de ${name}`;
}
