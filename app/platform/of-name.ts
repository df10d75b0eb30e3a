import { foldText } from "./fold-text";

/** 'de Paul', 'd’Aïcha': a name after 'de', which loses its vowel before another; a Y is one before a consonant. */
export function ofName(name: string): string {
  return /^([aeiou]|y[^aeiouy])/.test(foldText(name)) ? `d’${name}` : `de ${name}`;
}
