import { RecordPart } from "~/admin/records/components/record";
import type { AccessLine } from "../list-accesses.server";

/** Who has opened a record lately, as a part of it, and the way to all of them. */
export function AccessPart({
  looks,
  email,
}: {
  looks: readonly Pick<AccessLine, "id" | "admin" | "at">[];
  /** What the list is asked for. */
  email: string;
}) {
  return (
    <RecordPart
      id="acces"
      title="Consultations"
      action={
        <a
          className="office-link"
          href={`/admin/journal/acces?${new URLSearchParams({ q: email }).toString()}`}
        >
          Toutes les consultations
        </a>
      }
      card
    >
      {looks.length > 0 ? (
        <ul className="stack">
          {looks.map(({ id, admin, at }) => (
            <li key={id}>{`${admin}, ${at}`}</li>
          ))}
        </ul>
      ) : (
        <p className="muted">Personne ne l’avait ouverte depuis douze mois.</p>
      )}
    </RecordPart>
  );
}
