import { useLoaderData } from "@remix-run/react";
import { SubMasterTable } from "~/admin/masters/components/sub-master-table";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { subMasterList } from "~/admin/masters/list-sub-masters.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = subMasterList.page;

export default function SubMasters() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <SubMasterTable people={list.page.rows} />
    </ListFrame>
  );
}
