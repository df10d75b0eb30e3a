import { yearParam } from "~/bookings/lists/forms";
import { BOOKING_COLUMNS, bookingsOfYear } from "~/bookings/lists/bookings-of-year.server";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { fileLoader } from "~/platform/web/file-loader.server";

/** An owner's bookings of a year, for a spreadsheet. */
export const loader = fileLoader(
  { access: "member", params: yearParam },
  ({ viewer, params: { annee }, now, request }) => {
    const year = String(annee ?? todayInParis(now).slice(0, 4));
    return csvResponse(
      `reservations-${year}`,
      BOOKING_COLUMNS,
      bookingsOfYear(viewer.id, year, now),
      request,
    );
  },
);
