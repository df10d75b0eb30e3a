import { exportLoader } from "~/admin/lists/export-loader.server";
import { everyVenue } from "~/admin/venues/list-venues.server";
import { VENUE_COLUMNS } from "~/admin/venues/venue-state";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/location"], ({ params, now }) =>
  csvResponse(`lieux-${todayInParis(now)}`, VENUE_COLUMNS, everyVenue(params)),
);
