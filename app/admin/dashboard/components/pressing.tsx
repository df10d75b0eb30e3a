import { CASE_KIND_LABELS } from "~/admin/words/case-kinds";
import type { Pressing as PressingCases } from "~/admin/shell/read-waiting.server";
import { Banner } from "~/ui/toast";

interface PressingProps {
  /** How many cases wait. */
  count: number;
  /** There are more than that. */
  isCut: boolean;
  /** Those of a kind could not be read, and are not among them. */
  isUnread: boolean;
  pressing: PressingCases | null;
}

/** How much waits, what of it is late, and the case that comes first. */
export function Pressing({ count, isCut, isUnread, pressing }: PressingProps) {
  if (count === 0 && !isUnread) return null;
  const many = `${count} dossiers${isCut ? " et plus" : ""} attendent`;
  const waiting = count > 1 ? many : "1 dossier attend";
  const late = pressing?.late ? `, dont ${pressing.late} en retard` : "";
  return (
    <Banner type="custom" icon="sablier">
      {count > 0 ? <b>{`${waiting}${late}. `}</b> : null}
      {isUnread ? "Des dossiers n’ont pas pu être lus. " : null}
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
