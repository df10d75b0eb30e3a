import { z } from "zod";
import { MASTER_STATUSES } from "@models/enumerations";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { everyMaster } from "~/admin/masters/list-masters.server";
import { PERSON_COLUMNS } from "~/admin/users/person";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({ q: searchText, date: dayFilter, etat: choiceFilter(MASTER_STATUSES) }),
  ({ params, now }) =>
    csvResponse(`masters-${todayInParis(now)}`, PERSON_COLUMNS, everyMaster(params)),
);
