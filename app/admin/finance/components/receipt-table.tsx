import { DataTable } from "~/ui/data-table";
import type { ReceiptRow } from "../list-receipts.server";

/** Receipts and credit notes, one a row. */
export function ReceiptTable({ receipts }: { receipts: readonly ReceiptRow[] }) {
  return (
    <DataTable
      caption="Reçus et avoirs"
      columns={[
        { label: "Numéro" },
        { label: "Document" },
        { label: "Réservation", written: true },
        { label: "Locataire", written: true },
        { label: "Total", numeric: true },
        { label: "Émis le", numeric: true },
      ]}
      rows={receipts.map((one) => ({
        id: one.id,
        cells: [
          <a href={`/admin/finance/recus/${one.number}`}>{one.number}</a>,
          one.kind,
          <span>
            <span className="identifier">{one.reference}</span>
            <small>{one.venueTitle}</small>
          </span>,
          one.tenant,
          one.total,
          one.issuedAt,
        ],
      }))}
    />
  );
}
