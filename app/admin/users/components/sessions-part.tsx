import { RecordPart } from "~/admin/records/components/record";
import { accessText } from "~/admin/words/access";
import { Button } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { PostForm } from "~/ui/form";
import type { UserRecord } from "../user-record.server";
import { useMayTouch } from "./act-part";

/** Where an account is logged in and how many programs may act for it, and the button that ends both. */
export function SessionsPart({ user }: { user: UserRecord }) {
  const { sessions, tokens } = user;
  const mayEnd = useMayTouch(user)("sessions.end");
  return (
    <RecordPart
      id="sessions"
      title="Sessions"
      action={
        mayEnd && sessions.length + tokens > 0 ? (
          <PostForm>
            <Button variant="secondary" compact name="intent" value="end-sessions">
              Fermer tous les accès
            </Button>
          </PostForm>
        ) : null
      }
    >
      {sessions.length > 0 ? (
        <DataTable
          caption="Sessions ouvertes"
          columns={[
            { label: "Appareil" },
            { label: "Dernier usage", numeric: true },
            { label: "Ouverte le", numeric: true },
          ]}
          rows={sessions.map(({ id, device, lastUsedAt, startedAt }) => ({
            id,
            cells: [device, lastUsedAt, startedAt],
          }))}
        />
      ) : (
        <p className="muted">Aucune session ouverte.</p>
      )}
      {tokens > 0 ? (
        <p>{`${accessText({ sessions: 0, tokens })}\u00a0: ${tokens > 1 ? "des programmes agissent" : "un programme agit"} pour ce compte. Fermer les accès ${tokens > 1 ? "les" : "le"} révoque aussi, et la personne en est prévenue.`}</p>
      ) : null}
    </RecordPart>
  );
}
