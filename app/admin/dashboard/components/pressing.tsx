import { CASE_KIND_LABELS } from "~/admin/words/case-kinds";
import type { Pressing as PressingCases } from "~/admin/shell/read-waiting.server";
import { Banner } from "~/ui/toast";

interface PressingProps {
  /** How many cases wait. */
  count: number;
  /** There are more than that, or may be: those of a kind could not be read. */
  isCut: boolean;
  pressing: PressingCases | null;
}

function waitingText(count: number, isCut: boolean): string {
  // None was found, since those of a kind at least could not be read.
  if (count === 0) return "Des dossiers n’ont pas pu être lus";
  if (isCut) return `${count}\u00a0${count > 1 ? "dossiers" : "dossier"} et plus attendent`;
  return count > 1 ? `${count} dossiers attendent` : "1 dossier attend";
}

/** How much waits, what of it is late, and the case that comes first. */
export function Pressing({ count, isCut, pressing }: PressingProps) {
  if (count === 0 && !isCut) return null;
  const waiting = waitingText(count, isCut);
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
