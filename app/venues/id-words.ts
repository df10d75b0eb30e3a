/** Ids as numbers, so that many fit into one list and compare fast. */

/** An id is three words of 32 bits. */
export const ID_WORDS = 3;

/** The words of an id of 24 hexadecimal digits. */
export function wordsOf(id: string): Uint32Array {
  const words = new Uint32Array(ID_WORDS);
  for (let word = 0; word < ID_WORDS; word += 1) {
    words[word] = Number.parseInt(id.slice(word * 8, (word + 1) * 8), 16);
  }
  return words;
}

/** Two ids of two lists of ids; they compare as their digits do. */
export function compareWords(
  ids: Uint32Array,
  row: number,
  others: Uint32Array,
  other: number,
): number {
  for (let word = 0; word < ID_WORDS; word += 1) {
    const difference = ids[row * ID_WORDS + word]! - others[other * ID_WORDS + word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
