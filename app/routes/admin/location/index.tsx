import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf } from "~/admin/bulk/components/bulk-form";
import { VenueTable } from "~/admin/venues/components/venue-table";
import { VENUE_ACT_LABELS } from "~/admin/venues/venue-state";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { venueList } from "~/admin/venues/list-venues.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = venueList.page;

export default function Venues() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <BulkForm path="/admin/location" needs="reports.decide" acts={optionsOf(VENUE_ACT_LABELS)}>
        <VenueTable venues={list.page.rows} />
      </BulkForm>
    </ListFrame>
  );
}
