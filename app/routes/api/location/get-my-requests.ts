import { apiRequests, requestedShape } from "~/bookings/lists/api-requests.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { ownPageInput } from "~/venues/api-venues.server";

/** The venues that the caller asked for, each with the caller's own reservations of it. */
const handler = apiAction({
  GET: apiCall({
    summary:
      "List the venues that one asked for, each with one's reservations of it: 200 reservations a page, the latest days first",
    access: "member",
    input: ownPageInput,
    output: requestedShape,
    run: async ({ input: { page = 1 }, viewer, now }) => await apiRequests(viewer.id, page, now),
  }),
});

export { handler as action, handler as loader };
