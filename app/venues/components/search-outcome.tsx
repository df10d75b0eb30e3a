import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

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

/** A search without a result: what to loosen, and the way back to everything. */
export function NoVenues({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title="Aucune location disponible pour l’instant..."
      action={
        isFiltered ? (
          <LinkButton variant="secondary" href="/reservation">
            Voir toutes les salles
          </LinkButton>
        ) : undefined
      }
    >
      {isFiltered ? (
        <p>Essayez une autre ville, un prix plus large ou d’autres dates.</p>
      ) : (
        <p>Les premiers lieux arrivent bientôt.</p>
      )}
    </EmptyState>
  );
}
