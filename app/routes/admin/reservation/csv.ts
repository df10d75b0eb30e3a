import { exportLoader } from "~/admin/lists/export-loader.server";
import { everyReservation } from "~/admin/reservations/list-reservations.server";
import { RESERVATION_COLUMNS } from "~/admin/reservations/made-reservations";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/reservation"], ({ params, now }) =>
  csvResponse(`reservations-${todayInParis(now)}`, RESERVATION_COLUMNS, everyReservation(params)),
);
