import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf } from "~/admin/bulk/components/bulk-form";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { VenueFilterFields, venueFilterName } from "~/admin/venues/components/venue-filters";
import { VenueTable } from "~/admin/venues/components/venue-table";
import { listVenues } from "~/admin/venues/list-venues.server";
import { VENUE_ACT_LABELS } from "~/admin/venues/venue-state";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Lieux", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/location"].extend({ suite: cursorParam }),
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
      <BulkForm path="/admin/location" needs="reports.decide" acts={optionsOf(VENUE_ACT_LABELS)}>
        <VenueTable venues={page.rows} />
      </BulkForm>
    </ListFrame>
  );
}
