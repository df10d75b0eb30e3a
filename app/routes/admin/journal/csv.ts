import { z } from "zod";
import { ACTS, AUDIT_COLUMNS } from "~/admin/audit/act-labels";
import { everyAct } from "~/admin/audit/list-audit.server";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(
  z.object({ acte: choiceFilter(ACTS), date: dayFilter }),
  ({ params, now }) => csvResponse(`journal-${todayInParis(now)}`, AUDIT_COLUMNS, everyAct(params)),
);
