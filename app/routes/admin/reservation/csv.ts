import { z } from "zod";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { everyReservation } from "~/admin/reservations/list-reservations.server";
import { RESERVATION_COLUMNS, SHOWN_STATES } from "~/admin/reservations/made-reservations";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";

export const loader = pageLoader(
  {
    access: "lists.export",
    params: z.object({ q: searchText, date: dayFilter, etat: choiceFilter(SHOWN_STATES) }),
  },
  ({ params, now }) =>
    csvResponse(`reservations-${todayInParis(now)}`, RESERVATION_COLUMNS, everyReservation(params)),
);
