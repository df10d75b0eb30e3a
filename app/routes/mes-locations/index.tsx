import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { OwnersBookingsSection } from "~/bookings/components/owners-bookings-section";
import { bookingsQuery } from "~/bookings/lists/bookings-query";
import { ownersBookings } from "~/bookings/lists/owners-bookings.server";
import { ownersVenues } from "~/bookings/lists/owners-venues.server";
import { pageNumber, searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import type { PageHandle } from "~/platform/web/style-sheet";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-box";
import { MyVenueGrid } from "~/venues/components/my-venue-grid";
import { myVenuesPage } from "~/venues/my-venues-page.server";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Mes locations", {
  pageNumber: ({ page, bookings: { answering, upcoming, past } }) =>
    Math.max(
      ...[page, answering.requests.page, answering.changes.page],
      ...[upcoming.page, past.page],
    ),
  isPrivate: true,
});

export const handle: PageHandle = { style: "bookings" };

export const loader = pageLoader(
  { access: "member", params: z.object({ q: searchText, page: pageNumber }) },
  async ({ viewer, params: { q: search, page }, query, now }) => {
    const own = await ownersVenues(viewer.id, now);
    return {
      ...myVenuesPage(own.venues, { search, page }),
      search,
      bookings: await ownersBookings(own, query, now),
    };
  },
);

/** What the query string says of the venues. */
const ownQuery = (search: string, page: number): Record<string, string> => ({
  ...(search && { q: search }),
  ...(page > 1 && { page: String(page) }),
});

function hrefOf(query: Record<string, string>): string {
  const asked = new URLSearchParams(query).toString();
  return `/mes-locations${asked && `?${asked}`}#lieux`;
}

export default function MyVenues() {
  const { venues, total, page, pages, search, bookings } = useLoaderData<typeof loader>();
  const [booked, own] = [bookingsQuery(bookings), ownQuery(search, page)];
  const isWithoutVenues = total === 0 && search === "";
  return (
    <MemberLayout>
      <div className="row spread">
        <h1>Mes locations</h1>
        {isWithoutVenues ? null : (
          <LinkButton variant="secondary" compact icon="plus" href="/ajouter-location">
            Référencer mon lieu
          </LinkButton>
        )}
      </div>
      <OwnersBookingsSection page={bookings} others={own} />
      <section id="lieux" className="stack stack-wide" aria-labelledby="titre-lieux">
        <h2 id="titre-lieux">Mes lieux</h2>
        {isWithoutVenues ? null : (
          <SearchBox
            action="/mes-locations#lieux"
            label="Titre du lieu"
            value={search}
            otherParams={booked}
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
                <LinkButton variant="secondary" href={hrefOf(booked)}>
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
          hrefOf={(target) => hrefOf({ ...booked, ...own, page: String(target) })}
        />
      </section>
    </MemberLayout>
  );
}
