import { useLoaderData } from "@remix-run/react";
import { AuditList } from "~/admin/journal/components/audit-list";
import { JournalTabs } from "~/admin/journal/components/journal-tabs";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { auditList } from "~/admin/journal/list-audit.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = auditList.page;

export default function Journal() {
  const list = useLoaderData<typeof loader>();
  return (
    <>
      <JournalTabs current="/admin/journal" />
      <ListFrame {...list}>
        <AuditList lines={list.page.rows} />
      </ListFrame>
    </>
  );
}
