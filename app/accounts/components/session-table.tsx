import { WhoseField } from "~/platform/web/shown-field";
import { Button } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Form } from "~/ui/form";
import type { OwnSession } from "../own-sessions.server";

const PATH = "/mes-parametres/sessions";

/** Where an account is logged in, each place with the button that ends it, and one for all others. */
export function SessionTable({ sessions }: { sessions: readonly OwnSession[] }) {
  return (
    <>
      <DataTable
        caption="Sessions ouvertes"
        columns={[
          { label: "Appareil" },
          { label: "Connexion", numeric: true },
          { label: "Dernière activité", numeric: true },
          { label: "Actions", actions: true },
        ]}
        rows={sessions.map(({ id, device, startedAt, lastUsedAt, isCurrent }) => ({
          id,
          cells: [
            device,
            startedAt,
            lastUsedAt,
            isCurrent ? (
              "Cet appareil"
            ) : (
              <Form action={PATH}>
                <input type="hidden" name="id" value={id} />
                <Button variant="secondary" compact name="intent" value="end">
                  Déconnecter
                  <span className="sr-only">{` ${device}, connecté le ${startedAt}`}</span>
                </Button>
              </Form>
            ),
          ],
        }))}
      />
      {sessions.length > 1 ? (
        <Form action={PATH}>
          <WhoseField />
          <p>
            <Button variant="quiet-danger" name="intent" value="end-others">
              Déconnecter tous les autres appareils
            </Button>
          </p>
        </Form>
      ) : null}
    </>
  );
}
