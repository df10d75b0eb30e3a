import { exportLoader } from "~/admin/lists/export-loader.server";
import { everyMaster } from "~/admin/masters/list-masters.server";
import { PERSON_COLUMNS } from "~/admin/users/person";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/master"], ({ params, now }) =>
  csvResponse(`masters-${todayInParis(now)}`, PERSON_COLUMNS, everyMaster(params)),
);
