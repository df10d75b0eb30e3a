import { z } from "zod";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { everyVenue } from "~/admin/venues/list-venues.server";
import { VENUE_COLUMNS, VENUE_STATES } from "~/admin/venues/venue-state";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({ titre: searchText, date: dayFilter, etat: choiceFilter(VENUE_STATES) }),
  ({ params, now }) => csvResponse(`lieux-${todayInParis(now)}`, VENUE_COLUMNS, everyVenue(params)),
);
