import { z } from "zod";
import { choiceFilter, cursorParam, dayFilter } from "~/admin/lists/filters";
import { nextShape } from "~/admin/users/api-users.server";
import { apiAdminVenues } from "~/admin/venues/api-admin-venues.server";
import { VENUE_STATES } from "~/admin/venues/venue-state";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { searchText } from "~/platform/web/fields";
import { apiVenueShape } from "~/venues/venue-shapes";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the venues, whatever their state",
    access: "office.read",
    params: z.object({
      titre: searchText,
      compte: searchText,
      date: dayFilter,
      etat: choiceFilter(VENUE_STATES),
      suite: cursorParam,
    }),
    output: z.object({ locations: z.array(apiVenueShape), ...nextShape }),
    run: ({ params: { suite, ...filters } }) => apiAdminVenues(filters, suite),
  }),
});

export const action = loader;
