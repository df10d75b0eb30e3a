import { useLoaderData } from "@remix-run/react";
import { AccessTable } from "~/admin/journal/components/access-table";
import { JournalTabs } from "~/admin/journal/components/journal-tabs";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { accessList } from "~/admin/journal/list-accesses.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = accessList.page;

export default function Accesses() {
  const list = useLoaderData<typeof loader>();
  return (
    <>
      <JournalTabs current="/admin/journal/acces" />
      <ListFrame {...list}>
        <AccessTable lines={list.page.rows} />
      </ListFrame>
    </>
  );
}
