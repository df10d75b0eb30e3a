import { z } from "zod";
import { apiRequests, requestedVenueShape } from "~/bookings/lists/api-requests.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** The venues that the caller asked for, each with the caller's own reservations of it. */
const handler = apiAction({
  GET: apiCall({
    summary:
      "List the venues that one asked for, each with one's reservations of it: the 200 with the latest days",
    access: "member",
    output: z.object({ locations: z.array(requestedVenueShape) }),
    run: async ({ viewer, now }) => ({ locations: await apiRequests(viewer.id, now) }),
  }),
});

export { handler as action, handler as loader };
