import { ChoiceFilter, DayFilter } from "~/admin/lists/components/filter-fields";
import { ACT_LABELS, ACTS } from "../act-labels";
import type { AuditFilters } from "../list-audit.server";

/** The filters of the audit log. */
export function AuditFilterFields({ filters }: { filters: AuditFilters }) {
  return (
    <>
      <ChoiceFilter
        label="Acte"
        name="acte"
        options={ACTS.map((act) => ({ value: act, label: ACT_LABELS[act] }))}
        value={filters.acte}
      />
      <DayFilter label="Le" value={filters.date} />
    </>
  );
}
