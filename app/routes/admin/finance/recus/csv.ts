import { z } from "zod";
import { everyReceipt } from "~/admin/finance/list-receipts.server";
import { RECEIPT_COLUMNS, receiptFilters } from "~/admin/finance/receipt-filters";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(z.object(receiptFilters), ({ params, now }) =>
  csvResponse(`recus-${todayInParis(now)}`, RECEIPT_COLUMNS, everyReceipt(params)),
);
