import { MOVEMENT_COLUMNS } from "~/admin/finance/movement-columns";
import { movementsOf } from "~/admin/finance/movements.server";
import { periodParam } from "~/admin/finance/forms";
import { periodOf } from "~/admin/finance/period";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

/** The accounts of a period, movement by movement. */
export const loader = exportLoader(
  { access: "finance.read", params: periodParam },
  ({ params: { periode }, now, request }) => {
    const period = periodOf(periode, todayInParis(now));
    return csvResponse(`comptes-${period.name}`, MOVEMENT_COLUMNS, movementsOf(period), request);
  },
);
