import { MailAddress } from "~/admin/lists/components/mail-address";
import { DataTable } from "~/ui/data-table";
import type { SubMaster } from "../list-sub-masters.server";

/** Linked accounts, one a row, each with its master. */
export function SubMasterTable({ people }: { people: readonly SubMaster[] }) {
  return (
    <DataTable
      caption="Comptes liés à un master"
      columns={[
        { label: "Nom" },
        { label: "E-mail" },
        { label: "Master", written: true },
        { label: "Lié le", numeric: true },
      ]}
      rows={people.map((person) => ({
        id: person.id,
        cells: [
          <>
            <a href={`/admin/user/${person.id}`}>{person.name}</a>
            {person.entityName ? <small>{person.entityName}</small> : null}
          </>,
          <span className="anywhere">
            <MailAddress address={person.email} />
            <small>{person.tag}</small>
          </span>,
          person.master ? (
            <a href={`/admin/master/${person.master.id}`}>{person.master.name}</a>
          ) : (
            "—"
          ),
          person.linkedAt,
        ],
      }))}
    />
  );
}
