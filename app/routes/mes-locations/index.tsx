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
import { MyVenuesSection, venuesQuery } from "~/venues/components/my-venues-section";
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
      ...myVenuesPage(own.venues, { owner: viewer, search, page }),
      search,
      bookings: await ownersBookings(own, query, now),
    };
  },
);

export default function MyVenues() {
  const { bookings, search, ...venues } = useLoaderData<typeof loader>();
  const isWithoutVenues = venues.total === 0 && search === "";
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
      <OwnersBookingsSection page={bookings} others={venuesQuery(search, venues.page)} />
      <MyVenuesSection page={venues} search={search} others={bookingsQuery(bookings)} />
    </MemberLayout>
  );
}
