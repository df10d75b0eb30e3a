import { CASE_KIND_LABELS } from "~/admin/words/case-kinds";
import type { Pressing as PressingCases } from "~/admin/shell/read-waiting.server";
import { Banner } from "~/ui/toast";

interface PressingProps {
  /** How many cases wait. */
  count: number;
  pressing: PressingCases | null;
}

/** How much waits, what of it is late, and the case that comes first. */
export function Pressing({ count, pressing }: PressingProps) {
  if (count === 0) return null;
  const waiting = count > 1 ? `${count} dossiers attendent` : "1 dossier attend";
  const late = pressing?.late ? `, dont ${pressing.late} en retard` : "";
  return (
    <Banner type="custom" icon="sablier">
      <b>{`${waiting}${late}.`}</b>{" "}
      {pressing ? (
        <>
          {"Le plus pressé\u00a0: "}
          <a href={pressing.first.href}>{pressing.first.title}</a>
          {` (${CASE_KIND_LABELS[pressing.first.kind].one.toLowerCase()}), échéance ${pressing.first.deadline}. `}
        </>
      ) : null}
      <b>
        <a href="/admin/a-traiter">Ouvrir la file «&nbsp;À traiter&nbsp;»</a>
      </b>
    </Banner>
  );
}
