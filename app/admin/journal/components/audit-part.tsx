import { RecordPart } from "~/admin/records/components/record";
import type { AuditLine } from "~/admin/journal/list-audit.server";
import { AuditList } from "./audit-list";

/** The last acts on an account or a request, as a part of its record. */
export function AuditPart({ acts }: { acts: readonly AuditLine[] }) {
  return (
    <RecordPart id="journal" title="Journal">
      {acts.length > 0 ? (
        <AuditList lines={acts} />
      ) : (
        <p className="muted">Aucun acte d’administration.</p>
      )}
    </RecordPart>
  );
}
