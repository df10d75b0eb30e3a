import { useLoaderData } from "@remix-run/react";
import { ReceiptTable } from "~/admin/finance/components/receipt-table";
import { Breadcrumb } from "~/admin/records/components/record";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { receiptList } from "~/admin/finance/list-receipts.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = receiptList.page;

export default function Receipts() {
  const list = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumb href="/admin/finance" list="Finances" name="Reçus et avoirs" />
      <ListFrame {...list}>
        <ReceiptTable receipts={list.page.rows} />
      </ListFrame>
    </>
  );
}
