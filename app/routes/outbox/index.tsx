import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/platform/web/page-loader.server";
import { listOutbox } from "~/platform/mail/outbox.server";
import { pageMeta } from "~/platform/web/page-meta";
import { DataTable } from "~/ui/data-table";
import { Main } from "~/ui/main";

const STATUSES = { queued: "En attente", sent: "Envoyé", failed: "Abandonné" };

export const meta = pageMeta("Boîte d’envoi", { isPrivate: true });

export const loader = pageLoader({ access: "public" }, listOutbox);

/** The mails of a machine without a mail server; never in production. */
export default function Outbox() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section stack">
      <h1>Boîte d’envoi</h1>
      {mails.length > 0 ? (
        <DataTable
          caption="Derniers messages"
          columns={[
            { label: "Objet" },
            { label: "Destinataire" },
            { label: "État" },
            { label: "Créé le", numeric: true },
          ]}
          rows={mails.map((mail) => ({
            id: mail.id,
            cells: [
              // Whatever word a subject has, at twice the size on a phone.
              <a key="subject" className="anywhere" href={`/__outbox/${mail.id}`}>
                {mail.subject}
              </a>,
              mail.to,
              STATUSES[mail.status],
              mail.createdAt,
            ],
          }))}
        />
      ) : (
        <p>Aucun message pour le moment.</p>
      )}
    </Main>
  );
}
