/** At most two capitals that stand for a name: 'Ville des Tilleuls' → 'VT'. */
export function initials(name: string): string {
  const words = name.split(/[\s’'-]+/).filter((word) => /^\p{L}/u.test(word));
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word));
  const chosen = capitalised.length > 0 ? capitalised : words;
  const ends = chosen.length > 1 ? [chosen[0], chosen[chosen.length - 1]] : chosen;
  return ends.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase("fr") ?? "").join("");
}
