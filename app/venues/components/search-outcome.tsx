import { ROOM_FOR } from "@models/enumerations";
import { formatCount } from "~/platform/numbers";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { looserWords } from "../search-criteria";
import { isFiltered, type VenueSearch } from "../search-form";
import type { FoundVenues } from "../search-venues.server";

interface FoundCountProps {
  found: Pick<FoundVenues<never>, "count" | "isCapped">;
  search: VenueSearch;
}

/** How many venues a search found: '9 lieux correspondent à votre recherche.', on phones '9 lieux'. */
export function FoundCount({ found: { count, isCapped }, search }: FoundCountProps) {
  const isSeveral = count > 1;
  const number = `${isCapped ? "Plus de " : ""}${formatCount(count)} ${isSeveral ? "lieux" : "lieu"}`;
  const [matching, free] = isSeveral ? ["correspondent", "libres"] : ["correspond", "libre"];
  const isSearched = isFiltered(search);
  return (
    <p className="muted" role="status">
      {count === 0 ? (
        "Aucun lieu ne correspond à votre recherche."
      ) : (
        <>
          <b>{number}</b>{" "}
          <span className={isSearched ? "max-md:sr-only" : undefined}>
            {!isSearched
              ? "à louer."
              : search.start
                ? `${free} à ces dates, toute la journée.`
                : `${matching} à votre recherche.`}
          </span>
        </>
      )}
    </p>
  );
}

/** Owners say how many people by bands: what a search for a number within one finds may hold fewer. */
export function RoomNote({ found: { count }, search: { people } }: FoundCountProps) {
  if (count === 0 || people === undefined || isBandsEnd(people)) return null;
  return (
    <p className="hint">
      La capacité est indiquée par tranche&nbsp;: lisez la description avant de réserver.
    </p>
  );
}

const isBandsEnd = (people: number) => Object.values(ROOM_FOR).includes(people);

/** A search without a result: what to loosen, and the way back to everything. */
export function NoVenues({ search }: { search: VenueSearch }) {
  const looser = looserWords(search);
  return (
    <EmptyState
      title="Aucune location disponible pour l’instant..."
      action={
        looser ? (
          <LinkButton variant="secondary" href="/reservation">
            Voir toutes les salles
          </LinkButton>
        ) : undefined
      }
    >
      <p>{looser ? `Essayez ${looser}.` : "Les premiers lieux arrivent bientôt."}</p>
    </EmptyState>
  );
}
