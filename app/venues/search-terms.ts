import { foldText } from "~/platform/fold-text";

/**
 * How a city is found: whatever the case, the accents and the hyphens, from the start of any word
 * of its name ('saint' finds 'Mont-Saint-Aignan').
 */

/** What a venue stores of its city: the folded name from each of its words on. */
export function citySearchTerms(city: string): string[] {
  const words = foldText(city).split(" ").filter(Boolean);
  return [...new Set(words.map((_, index) => words.slice(index).join(" ")))];
}

/** What someone typed, folded the same way; empty when it holds no letter and no digit. */
export function foldQuery(typed: string): string {
  return foldText(typed);
}

/**
 * The bounds of all folded texts that start with `prefix`, for `$elemMatch` on `citySearch`: a range,
 * because every engine walks an index with it, which cannot be said of a pattern.
 */
export function prefixBounds(prefix: string): { from: string; below: string } {
  return { from: prefix, below: `${prefix}\uffff` };
}
