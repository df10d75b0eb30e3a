import { useSort } from "~/admin/lists/components/list-frame";
import { StateBadge } from "~/bookings/components/state-badge";
import { DataTable } from "~/ui/data-table";
import type { ReservationRow } from "../list-reservations.server";

interface ReservationTableProps {
  caption: string;
  reservations: readonly ReservationRow[];
}

/** Reservations, one a row. */
export function ReservationTable({ caption, reservations }: ReservationTableProps) {
  const sort = useSort();
  return (
    <DataTable
      caption={caption}
      columns={[
        { label: "Référence" },
        { label: "Lieu", written: true },
        { label: "Jours", sort: sort("sejour") },
        { label: "Total", numeric: true, sort: sort("montant") },
        { label: "État" },
        { label: "Créée le", numeric: true, sort: sort("date") },
      ]}
      rows={reservations.map((reservation) => ({
        id: reservation.id,
        cells: [
          <a key="reference" className="identifier" href={`/admin/reservation/${reservation.id}`}>
            {reservation.reference}
          </a>,
          <span>
            {reservation.venueTitle}
            <small>{reservation.venueCity}</small>
          </span>,
          reservation.period,
          reservation.total,
          <StateBadge tone={reservation.tone} label={reservation.state} />,
          reservation.createdAt,
        ],
      }))}
    />
  );
}
