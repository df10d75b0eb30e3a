import { DataTable } from "~/ui/data-table";
import type { DeclarationList } from "../list-declarations.server";

/** Owners of a year, what they were paid, and what is missing of them. */
export function DeclarationTable({ list: { year, rows } }: { list: DeclarationList }) {
  return (
    <DataTable
      caption={`Propriétaires payés en ${year}`}
      columns={[
        { label: "Propriétaire" },
        { label: "Lieux", numeric: true },
        { label: "Activités", numeric: true },
        { label: "Versé", numeric: true },
        { label: "Il manque" },
        { label: "Relances" },
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        cells: [
          <span>
            <a href={`/admin/revenus/${row.id}?annee=${year}`}>{row.name}</a>
            <small>{row.kind}</small>
            {row.takenBack ? (
              <small>
                <b>{row.takenBack}</b>
              </small>
            ) : null}
          </span>,
          row.properties,
          row.activities,
          row.paid,
          row.isComplete ? row.missing : <b>{row.missing}</b>,
          row.reminders || "aucune",
        ],
      }))}
    />
  );
}
