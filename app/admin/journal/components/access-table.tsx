import { useSort } from "~/admin/lists/components/list-frame";
import { DataTable } from "~/ui/data-table";
import type { AccessLine } from "../list-accesses.server";

/** Looks at personal data, one a row: what was opened leads to its record. */
export function AccessTable({ lines }: { lines: readonly AccessLine[] }) {
  const sort = useSort();
  return (
    <DataTable
      caption="Consultations de données personnelles"
      columns={[
        { label: "Fiche" },
        { label: "Consultée par", written: true },
        { label: "Depuis" },
        { label: "Le", numeric: true, sort: sort("date") },
      ]}
      rows={lines.map((line) => ({
        id: line.id,
        cells: [
          <>
            {line.href ? <a href={line.href}>{line.target}</a> : "Fiche effacée"}
            <small>{line.kind}</small>
          </>,
          line.admin,
          <>
            <span className="anywhere">{line.address}</span>
            <small className="identifier">{line.requestId}</small>
          </>,
          line.at,
        ],
      }))}
    />
  );
}
