import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { choiceFilter, cursorParam, dayFilter } from "~/admin/lists/filters";
import { VenueFilterFields, venueFilterName } from "~/admin/venues/components/venue-filters";
import { VenueTable } from "~/admin/venues/components/venue-table";
import { listVenues } from "~/admin/venues/list-venues.server";
import { VENUE_STATES } from "~/admin/venues/venue-state";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Lieux", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: z.object({
      titre: searchText,
      date: dayFilter,
      etat: choiceFilter(VENUE_STATES),
      suite: cursorParam,
    }),
  },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listVenues(filters, suite),
  }),
);

export default function Venues() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Lieux"
      path="/admin/location"
      noun={["lieu", "lieux"]}
      filters={filters}
      nameOf={venueFilterName}
      page={page}
      empty="Aucune location trouvée..."
      fields={<VenueFilterFields filters={filters} />}
    >
      <VenueTable venues={page.rows} />
    </ListFrame>
  );
}
