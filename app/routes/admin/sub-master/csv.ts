import { z } from "zod";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { dayFilter } from "~/admin/lists/filters";
import { everySubMaster } from "~/admin/masters/list-sub-masters.server";
import { PERSON_COLUMNS } from "~/admin/users/person";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({ q: searchText, date: dayFilter }),
  ({ params, now }) =>
    csvResponse(`sous-masters-${todayInParis(now)}`, PERSON_COLUMNS, everySubMaster(params)),
);
