const counts = new Intl.NumberFormat("fr-FR");

/** How many venues a search found: '9 lieux correspondent à votre recherche.' */
export function foundText(
  { count, isCapped }: { count: number; isCapped: boolean },
  isFiltered: boolean,
): string {
  if (count === 0) return "Aucun lieu ne correspond à votre recherche.";
  const several = count > 1;
  const number = `${isCapped ? "Plus de " : ""}${counts.format(count)} ${several ? "lieux" : "lieu"}`;
  if (!isFiltered) return `${number} à louer.`;
  return `${number} ${several ? "correspondent" : "correspond"} à votre recherche.`;
}
