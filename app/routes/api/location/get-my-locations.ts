import { z } from "zod";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiOwnVenues } from "~/venues/api-own-venues.server";
import { apiVenueShape } from "~/venues/venue-shapes";

/** The caller's own venues, newest first. */
const handler = apiAction({
  GET: apiCall({
    summary: "List one's own venues, the newest 200",
    access: "member",
    output: z.object({ locations: z.array(apiVenueShape) }),
    run: async ({ viewer }) => ({ locations: await apiOwnVenues(viewer.id) }),
  }),
});

export { handler as action, handler as loader };
