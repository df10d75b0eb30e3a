import { useLoaderData } from "@remix-run/react";
import {
  ReceiptFilterFields,
  receiptFilterName,
  ReceiptTable,
} from "~/admin/finance/components/receipt-list";
import { listReceipts } from "~/admin/finance/list-receipts.server";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { Breadcrumb } from "~/admin/records/components/record";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Reçus et avoirs", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "finance.read",
    params: LIST_FILTERS["/admin/finance/recus"].extend({ suite: cursorParam }),
  },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listReceipts(filters, suite),
  }),
);

export default function Receipts() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumb href="/admin/finance" list="Finances" name="Reçus et avoirs" />
      <ListFrame
        title="Reçus et avoirs"
        path="/admin/finance/recus"
        noun={["document", "documents"]}
        filters={{ ...filters }}
        nameOf={receiptFilterName}
        page={page}
        empty="Aucun document trouvé..."
        fields={<ReceiptFilterFields filters={filters} />}
      >
        <ReceiptTable receipts={page.rows} />
      </ListFrame>
    </>
  );
}
