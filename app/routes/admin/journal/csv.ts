import { AUDIT_COLUMNS } from "~/admin/audit/act-labels";
import { everyAct } from "~/admin/audit/list-audit.server";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/journal"], ({ params, now }) =>
  csvResponse(`journal-${todayInParis(now)}`, AUDIT_COLUMNS, everyAct(params)),
);
