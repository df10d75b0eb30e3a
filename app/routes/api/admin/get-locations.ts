import { z } from "zod";
import { choiceCall, cursorCall, dayCall, searchCall } from "~/admin/lists/call-filters";
import { nextShape } from "~/admin/users/api-users.server";
import { adminVenueShape, apiAdminVenues } from "~/admin/venues/api-admin-venues.server";
import { VENUE_STATES } from "~/admin/venues/venue-state";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { input } from "~/platform/web/input";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the venues, whatever their state; deleted ones only where `etat` is `supprime`",
    access: "office.read",
    refuses: ["list_too_long", "cursor_unreadable"],
    input: input({
      titre: searchCall,
      compte: searchCall,
      date: dayCall,
      etat: choiceCall(VENUE_STATES),
      suite: cursorCall,
    }),
    output: z.object({ locations: z.array(adminVenueShape), ...nextShape }),
    run: ({ input: { suite, ...filters } }) => apiAdminVenues(filters, suite),
  }),
});

export const action = loader;
