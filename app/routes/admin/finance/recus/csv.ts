import { everyReceipt } from "~/admin/finance/list-receipts.server";
import { RECEIPT_COLUMNS } from "~/admin/finance/receipt-filters";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/finance/recus"], ({ params, now }) =>
  csvResponse(`recus-${todayInParis(now)}`, RECEIPT_COLUMNS, everyReceipt(params)),
);
