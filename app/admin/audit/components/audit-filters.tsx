import { DayField } from "~/admin/users/components/person-filters";
import { SelectField } from "~/ui/inputs";
import { ACT_LABELS, ACTS } from "../act-labels";
import type { AuditFilters } from "../list-audit.server";

/** The filters of the audit log. */
export function AuditFilterFields({ filters }: { filters: AuditFilters }) {
  return (
    <>
      <SelectField
        label="Acte"
        name="acte"
        placeholder="Tous"
        options={ACTS.map((act) => ({ value: act, label: ACT_LABELS[act] }))}
        defaultValue={filters.acte}
        required={false}
      />
      <DayField label="Le" value={filters.date} />
    </>
  );
}
