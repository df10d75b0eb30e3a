import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

interface NoRequestsProps {
  /** What is searched for; empty: nothing. */
  search: string;
  /** Whether the list is narrowed to a state. */
  isOfState: boolean;
}

/** A buyer's list without a line: nothing was reserved, or nothing is as it was asked for. */
export function NoRequests({ search, isOfState }: NoRequestsProps) {
  if (search === "" && !isOfState) {
    return (
      <EmptyState
        title="Aucune réservation pour le moment"
        action={<LinkButton href="/reservation">Découvrir nos salles</LinkButton>}
      />
    );
  }
  const which = isOfState ? "Aucune de vos demandes dans cet état" : "Aucune de vos demandes";
  return (
    <EmptyState
      title="Aucune demande trouvée"
      action={
        <LinkButton variant="secondary" href="/mes-demandes">
          Voir toutes mes demandes
        </LinkButton>
      }
    >
      {search === ""
        ? "Aucune de vos demandes n’est dans cet état."
        : `${which} n’a cette référence, ni un lieu dont le titre commence ainsi.`}
    </EmptyState>
  );
}
