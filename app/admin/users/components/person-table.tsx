import { useSort } from "~/admin/lists/components/list-frame";
import { MailAddress } from "~/admin/lists/components/mail-address";
import type { Choice } from "~/admin/bulk/components/bulk-form";
import { Badge } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import type { Person } from "~/admin/words/person";

interface PersonTableProps {
  caption: string;
  people: readonly Person[];
  /** Where a person's record is. */
  hrefOf: (id: string) => string;
  /** Boxes to tick, where several can be acted on. */
  choice?: Choice;
}

/** Accounts, one a row: the name leads to the record. */
export function PersonTable({ caption, people, hrefOf, choice }: PersonTableProps) {
  const sort = useSort();
  return (
    <DataTable
      caption={caption}
      columns={[
        { label: "Nom", sort: sort("nom") },
        { label: "E-mail", sort: sort("email") },
        { label: "Type", written: true },
        { label: "État" },
        { label: "Inscription", numeric: true, sort: sort("date") },
        ...(choice?.column ?? []),
      ]}
      rows={people.map((person) => ({
        id: person.id,
        cells: [
          <>
            <a href={hrefOf(person.id)}>{person.name}</a>
            {person.entityName ? <small>{person.entityName}</small> : null}
          </>,
          <span className="anywhere">
            <MailAddress address={person.email} />
            <small>{person.tag}</small>
          </span>,
          <span>
            {person.kind}
            {person.city ? <small>{person.city}</small> : null}
          </span>,
          <Badge tone={person.state.tone}>{person.state.label}</Badge>,
          person.createdAt,
          ...(choice?.cell(person.id, `${person.name}, ${person.email}`) ?? []),
        ],
      }))}
    />
  );
}
