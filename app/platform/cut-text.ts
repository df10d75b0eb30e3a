/** The first characters of a text, none of them halved: an emoji takes two places, and half of one is no character. */
export function firstCharacters(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}
