import { exportLoader } from "~/admin/lists/export-loader.server";
import { privacyListParams } from "~/admin/privacy/forms";
import { everyRequest } from "~/admin/privacy/list-requests.server";
import { PRIVACY_COLUMNS } from "~/admin/privacy/privacy-words";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(privacyListParams, ({ params, now }) =>
  csvResponse(`droits-${todayInParis(now)}`, PRIVACY_COLUMNS, everyRequest(params)),
);
