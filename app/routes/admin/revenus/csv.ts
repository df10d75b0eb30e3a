import { z } from "zod";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { DECLARATION_COLUMNS, declarationRows } from "~/declarations/declaration-columns";
import { yearQuery } from "~/declarations/forms";
import { askedYear, eachDeclaration, isUnderWay } from "~/declarations/read-declarations.server";
import { csvResponse } from "~/platform/web/csv.server";

/** A year's declarations, a line for each property and quarter. */
export const loader = exportLoader(
  { access: "finance.read", params: z.object({ annee: yearQuery }) },
  ({ params, now, request }) => {
    const year = askedYear(params.annee, now);
    return csvResponse(
      `revenus-${year}${isUnderWay(year, now) ? "-provisoire" : ""}`,
      DECLARATION_COLUMNS,
      declarationRows(eachDeclaration(year, now)),
      request,
    );
  },
);
