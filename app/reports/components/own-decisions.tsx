import { DataTable } from "~/ui/data-table";
import type { OwnDecision } from "../own-decisions.server";

/** What was decided of somebody's venues, reviews and account, each with the way to its reason and its appeal. */
export function OwnDecisions({ decisions }: { decisions: readonly OwnDecision[] }) {
  if (decisions.length === 0) return <p>Aucune décision ne vous concerne.</p>;
  return (
    <DataTable
      caption="Décisions de modération"
      columns={[
        { label: "Décision" },
        { label: "Date", numeric: true },
        { label: "Recours" },
        { label: "Actions", actions: true },
      ]}
      rows={decisions.map(({ id, what, decidedOn, appeal }) => ({
        id,
        cells: [
          what,
          decidedOn,
          appeal ?? "Aucun",
          <a key="appeal" href={`/recours/${id}`}>
            Motif et recours<span className="sr-only">{`\u00a0: ${what} ${decidedOn}`}</span>
          </a>,
        ],
      }))}
    />
  );
}
