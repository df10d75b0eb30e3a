import { DataTable } from "~/ui/data-table";
import type { EurosOf, FinancePage } from "../finance-page.server";

const COLUMNS: readonly { name: keyof EurosOf; label: string }[] = [
  { name: "paid", label: "Payé" },
  { name: "owners", label: "Propriétaires" },
  { name: "commission", label: "Part de la plateforme" },
  { name: "refunded", label: "Remboursé" },
  { name: "chargedBack", label: "Repris par les banques" },
  { name: "pending", label: "En attente" },
];

/** The sums of a period by its parts, and of all of it. */
export function SumsTable({ period, parts, total }: FinancePage) {
  const isByDay = period.unit === "day";
  const cells = (euros: EurosOf) => COLUMNS.map(({ name }) => euros[name]);
  return (
    <DataTable
      caption={`Sommes, ${period.label}`}
      columns={[
        { label: isByDay ? "Jour" : "Mois" },
        ...COLUMNS.map(({ label }) => ({ label, numeric: true })),
      ]}
      rows={[
        ...parts.map(({ part, label, euros }) => ({
          id: part,
          cells: [
            <a
              href={
                isByDay ? `/admin/finance/recus?date=${part}` : `/admin/finance?periode=${part}`
              }
            >
              {label}
            </a>,
            ...cells(euros),
          ],
        })),
        { id: "total", cells: [<b>Total</b>, ...cells(total).map((sum) => <b>{sum}</b>)] },
      ]}
    />
  );
}
