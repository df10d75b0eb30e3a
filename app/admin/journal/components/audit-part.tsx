import { RecordPart } from "~/admin/records/components/record";
import type { AuditLine } from "~/admin/journal/list-audit.server";
import { AuditList } from "./audit-list";

/** The last acts on an account, a request or a case, as a part of its record, and the way to all of them. */
export function AuditPart({
  acts,
  target,
}: {
  acts: readonly AuditLine[];
  /** As entries name it. */
  target: string;
}) {
  const all = new URLSearchParams({ cible: target }).toString();
  return (
    <RecordPart
      id="journal"
      title="Journal"
      action={
        acts.length > 0 ? (
          <a className="office-link" href={`/admin/journal?${all}`}>
            Tous les actes
          </a>
        ) : null
      }
    >
      {acts.length > 0 ? (
        <AuditList lines={acts} />
      ) : (
        <p className="muted">Aucun acte d’administration.</p>
      )}
    </RecordPart>
  );
}
