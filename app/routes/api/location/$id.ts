import { z } from "zod";
import { apiTakenVenue, takenVenueShape } from "~/bookings/lists/api-taken.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** A venue as visitors see it. */
const handler = apiAction({
  GET: apiCall({
    summary:
      "Read a venue as visitors see it, with the periods in which it cannot be had; one's own is a 404, and is read by my-location",
    access: "public",
    params: idParam,
    output: z.object({ location: takenVenueShape }),
    run: async ({ params, viewer, now }) => ({
      location: await apiTakenVenue(params.id, viewer?.id ?? null, now),
    }),
  }),
});

export { handler as action, handler as loader };
