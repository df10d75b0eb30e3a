import { z } from "zod";
import { ACTS, AUDIT_COLUMNS } from "~/admin/audit/act-labels";
import { everyAct } from "~/admin/audit/list-audit.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { pageLoader } from "~/platform/web/page-loader.server";

export const loader = pageLoader(
  { access: "lists.export", params: z.object({ acte: choiceFilter(ACTS), date: dayFilter }) },
  ({ params, now }) => csvResponse(`journal-${todayInParis(now)}`, AUDIT_COLUMNS, everyAct(params)),
);
