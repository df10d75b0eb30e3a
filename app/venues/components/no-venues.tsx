import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

/** A search without a result: what to loosen, and the way back to everything. */
export function NoVenues({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title="Aucune location disponible pour l'instant..."
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
