import { exportLoader } from "~/admin/lists/export-loader.server";
import { everyRequest } from "~/admin/privacy/list-requests.server";
import { PRIVACY_COLUMNS } from "~/admin/privacy/privacy-words";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/droits"], ({ params, now }) =>
  csvResponse(`droits-${todayInParis(now)}`, PRIVACY_COLUMNS, everyRequest(params)),
);
