import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiOwnVenues, ownVenuesShape } from "~/venues/api-own-venues.server";
import { ownPageInput } from "~/venues/api-venues.server";

/** The caller's own venues, newest first. */
const handler = apiAction({
  GET: apiCall({
    summary: "List one's own venues, newest first, 200 a page",
    access: "member",
    input: ownPageInput,
    output: ownVenuesShape,
    run: async ({ input: { page = 1 }, viewer }) => await apiOwnVenues(viewer.id, page),
  }),
});

export { handler as action, handler as loader };
