import { useLoaderData } from "@remix-run/react";
import { PersonTable } from "~/admin/users/components/person-table";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { masterList } from "~/admin/masters/list-masters.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = masterList.page;

export default function Masters() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <PersonTable
        caption="Comptes Master"
        people={list.page.rows}
        hrefOf={(id) => `/admin/master/${id}`}
      />
    </ListFrame>
  );
}
