import { exportLoader } from "~/admin/lists/export-loader.server";
import { everyUser } from "~/admin/users/list-users.server";
import { PERSON_COLUMNS } from "~/admin/users/person";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/user"], ({ params, now }) =>
  csvResponse(`utilisateurs-${todayInParis(now)}`, PERSON_COLUMNS, everyUser(params)),
);
