import { z } from "zod";
import { CHARGES } from "~/admin/cases/case-file";
import { CASE_COLUMNS, caseRows } from "~/admin/cases/export-cases.server";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter } from "~/admin/lists/filters";
import { CASE_KINDS } from "~/admin/words/case-kinds";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

const params = z.object({ nature: choiceFilter(CASE_KINDS), charge: choiceFilter(CHARGES) });

/** What waits for a person, case by case. */
export const loader = exportLoader(
  { access: "office.read", params },
  ({ viewer, params: filters, now, request }) =>
    csvResponse(
      `a-traiter-${todayInParis(now)}`,
      CASE_COLUMNS,
      caseRows(viewer.id, filters, now),
      request,
    ),
);
