import { useChoice } from "~/admin/bulk/components/bulk-form";
import { useSort } from "~/admin/lists/components/list-frame";
import { Badge } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import type { VenueRow } from "../list-venues.server";

/** Venues, one a row: the title leads to the venue's page, its owner to the record. */
export function VenueTable({ venues }: { venues: readonly VenueRow[] }) {
  const sort = useSort();
  const { column, cell } = useChoice("reports.decide");
  return (
    <DataTable
      caption="Lieux publiés"
      columns={[
        { label: "Lieu", sort: sort("titre") },
        { label: "Propriétaire", written: true },
        { label: "État" },
        { label: "Prix", numeric: true, sort: sort("prix") },
        { label: "Publié le", numeric: true, sort: sort("date") },
        ...column,
      ]}
      rows={venues.map((venue) => ({
        id: venue.id,
        cells: [
          <>
            <a href={`/admin/location/${venue.id}`}>{venue.title}</a>
            <small>{venue.city}</small>
          </>,
          venue.owner ? (
            <span>
              <a href={`/admin/user/${venue.owner.id}`}>{venue.owner.name}</a>
              <small>{venue.owner.kind}</small>
            </span>
          ) : (
            "—"
          ),
          <Badge tone={venue.state.tone}>{venue.state.label}</Badge>,
          <span>
            {venue.price}
            <small>{venue.unit}</small>
          </span>,
          venue.createdAt,
          ...cell(venue.id, `${venue.title}, ${venue.city}`),
        ],
      }))}
    />
  );
}
