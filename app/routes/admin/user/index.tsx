import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf, useChoice } from "~/admin/bulk/components/bulk-form";
import { PersonTable } from "~/admin/users/components/person-table";
import { USER_ACT_LABELS } from "~/admin/users/user-acts";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { userList } from "~/admin/users/list-users.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = userList.page;

export default function Users() {
  const list = useLoaderData<typeof loader>();
  const choice = useChoice("people.ban");
  return (
    <ListFrame {...list}>
      <BulkForm path="/admin/user" needs="people.ban" acts={optionsOf(USER_ACT_LABELS)}>
        <PersonTable
          caption="Comptes"
          people={list.page.rows}
          hrefOf={(id) => `/admin/user/${id}`}
          choice={choice}
        />
      </BulkForm>
    </ListFrame>
  );
}
