import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-box";
import type { MyVenues } from "../my-venues-page.server";
import { MyVenueGrid } from "./my-venue-grid";

type Query = Readonly<Record<string, string>>;

/** What the query string says of one's venues. */
export const venuesQuery = (search: string, page: number): Query => ({
  ...(search && { q: search }),
  ...(page > 1 && { page: String(page) }),
});

function hrefOf(query: Query): string {
  const asked = new URLSearchParams(query).toString();
  return `/mes-locations${asked && `?${asked}`}#lieux`;
}

interface MyVenuesSectionProps {
  page: MyVenues;
  search: string;
  /** What the query string says of the rest of the page, which stays as it is. */
  others: Query;
}

/** An owner's venues, searched by their titles and page by page. */
export function MyVenuesSection({
  page: { venues, total, page, pages },
  search,
  others,
}: MyVenuesSectionProps) {
  const isWithoutVenues = total === 0 && search === "";
  return (
    <section id="lieux" className="stack stack-wide" aria-labelledby="titre-lieux">
      <h2 id="titre-lieux">Mes lieux</h2>
      {isWithoutVenues ? null : (
        <SearchBox
          action="/mes-locations#lieux"
          label="Titre du lieu"
          value={search}
          otherParams={others}
        />
      )}
      {total > 0 ? (
        <MyVenueGrid venues={venues} />
      ) : (
        <EmptyState
          title="Aucune location trouvée"
          heading={3}
          illustration="salle-municipale"
          action={
            isWithoutVenues ? (
              <LinkButton href="/ajouter-location">Référencer mon lieu</LinkButton>
            ) : (
              <LinkButton variant="secondary" href={hrefOf(others)}>
                Voir tous mes lieux
              </LinkButton>
            )
          }
        >
          {isWithoutVenues
            ? "Publiez un lieu\u00a0: ses demandes, ses réservations et son calendrier seront ici."
            : "Aucun de vos lieux n’a un titre qui commence ainsi."}
        </EmptyState>
      )}
      <Pagination
        current={page}
        total={pages}
        hrefOf={(target) =>
          hrefOf({ ...others, ...venuesQuery(search, page), page: String(target) })
        }
      />
    </section>
  );
}
