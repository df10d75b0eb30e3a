import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiSearch, foundShape, searchInput } from "~/venues/api-venues.server";

/** The venues that match a search. */
const handler = apiAction({
  GET: apiCall({
    summary: "Search the venues for rent, without one's own, which get-my-locations has",
    access: "public",
    refuses: ["too_early", "too_late", "hold_too_long"],
    input: searchInput,
    subject: "id",
    output: foundShape,
    run: async ({ input, viewer, now }) => await apiSearch(input, viewer?.id ?? null, now),
  }),
});

export { handler as action, handler as loader };
