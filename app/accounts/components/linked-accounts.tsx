import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Form } from "~/ui/form";
import type { LinkedAccount } from "../liaison-pages.server";

/** The accounts linked to a master, each with the button that undoes the link. */
export function LinkedAccountTable({ accounts }: { accounts: readonly LinkedAccount[] }) {
  return (
    <DataTable
      caption="Comptes liés"
      columns={[
        { label: "Compte" },
        { label: "Inscrit(e) depuis le", numeric: true },
        { label: "Actions", actions: true },
      ]}
      rows={accounts.map(({ id, name, avatarId, since }) => ({
        id,
        cells: [
          <span key="name" className="flex items-center gap-3">
            <Avatar name={name} imageId={avatarId} />
            {name}
          </span>,
          since,
          <Form key="remove" action="/mes-parametres/mes-liens">
            <input type="hidden" name="id" value={id} />
            <Button variant="quiet-danger" compact>
              Retirer<span className="sr-only">{` ${name}`}</span>
            </Button>
          </Form>,
        ],
      }))}
    />
  );
}
