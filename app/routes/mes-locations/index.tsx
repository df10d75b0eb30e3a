import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { AnswerTable } from "~/bookings/components/answer-table";
import { listRequestsToAnswer } from "~/bookings/answer/list-requests-to-answer.server";
import { pageNumber, searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-box";
import { MyVenueGrid } from "~/venues/components/my-venue-grid";
import { listMyVenues } from "~/venues/list-my-venues.server";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Mes locations", {
  pageNumber: ({ page }) => page,
  isPrivate: true,
});

export const loader = pageLoader(
  { access: "member", params: z.object({ q: searchText, page: pageNumber }) },
  async ({ viewer, params: { q: search, page }, now }) => {
    const [list, requests] = await Promise.all([
      listMyVenues(viewer.id, { search, page }),
      listRequestsToAnswer(viewer.id, now),
    ]);
    return { ...list, search, requests };
  },
);

export default function MyVenues() {
  const { venues, total, page, pages, search, requests } = useLoaderData<typeof loader>();
  return (
    <MemberLayout>
      <div className="row spread">
        <h1>Mes locations</h1>
        <LinkButton variant="secondary" compact icon="plus" href="/ajouter-location">
          Référencer mon lieu
        </LinkButton>
      </div>
      {requests.length > 0 ? (
        <section id="demandes" className="stack" aria-labelledby="titre-demandes">
          <h2 id="titre-demandes">Demandes à valider</h2>
          <AnswerTable requests={requests} />
        </section>
      ) : null}
      <section className="stack stack-wide" aria-labelledby="titre-lieux">
        <h2 id="titre-lieux">Mes lieux</h2>
        <SearchBox action="/mes-locations" label="Titre du lieu" value={search} />
        {total > 0 ? (
          <MyVenueGrid venues={venues} />
        ) : (
          <EmptyState title="Aucune location trouvée" heading={3} illustration="salle-municipale" />
        )}
        <Pagination
          current={page}
          total={pages}
          hrefOf={(target) =>
            `/mes-locations?${new URLSearchParams({ ...(search ? { q: search } : {}), page: String(target) }).toString()}`
          }
        />
      </section>
    </MemberLayout>
  );
}
