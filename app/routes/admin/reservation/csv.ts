import { z } from "zod";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { everyReservation } from "~/admin/reservations/list-reservations.server";
import { RESERVATION_COLUMNS, SHOWN_STATES } from "~/admin/reservations/made-reservations";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({ q: searchText, date: dayFilter, etat: choiceFilter(SHOWN_STATES) }),
  ({ params, now }) =>
    csvResponse(`reservations-${todayInParis(now)}`, RESERVATION_COLUMNS, everyReservation(params)),
);
