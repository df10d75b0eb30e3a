import { useChoice } from "~/admin/bulk/components/bulk-form";
import { useSort } from "~/admin/lists/components/list-frame";
import { MailAddress } from "~/admin/lists/components/mail-address";
import { Badge } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import { CONTACT_STATE_LABELS } from "../contact-states";
import type { ContactRow } from "../list-contacts.server";

/** Messages, one a row: the sender's name leads to the message, beside what tells it from their others. */
export function ContactTable({ contacts }: { contacts: readonly ContactRow[] }) {
  const sort = useSort();
  const { column, cell } = useChoice("contacts.treat");
  return (
    <DataTable
      caption="Messages reçus"
      columns={[
        { label: "Expéditeur" },
        { label: "Sujet" },
        { label: "État", sort: sort("etat") },
        { label: "Reçu le", numeric: true, sort: sort("date") },
        ...column,
      ]}
      rows={contacts.map((contact) => ({
        id: contact.id,
        cells: [
          <>
            <a href={`/admin/contact/${contact.id}`}>
              {contact.name}
              <span className="sr-only">{`, ${contact.type}, ${contact.createdAt}`}</span>
            </a>
            <small className="anywhere">
              <MailAddress address={contact.email} />
            </small>
          </>,
          contact.type,
          <ContactBadge isDone={contact.isDone} />,
          contact.createdAt,
          ...cell(contact.id, `${contact.name}, ${contact.type}, ${contact.createdAt}`),
        ],
      }))}
    />
  );
}

export function ContactBadge({ isDone }: { isDone: boolean }) {
  return (
    <Badge tone={isDone ? "success" : "waiting"}>
      {CONTACT_STATE_LABELS[isDone ? "terminer" : "en-attente"]}
    </Badge>
  );
}
