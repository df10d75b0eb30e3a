import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiSearch, foundShape, pageInput } from "~/venues/api-venues.server";

/** Every venue for rent, newest first. */
const handler = apiAction({
  GET: apiCall({
    summary:
      "List the venues for rent, newest first, without one's own, which get-my-locations has",
    access: "public",
    input: pageInput,
    output: foundShape,
    run: async ({ input, viewer, now }) => await apiSearch(input, viewer?.id ?? null, now),
  }),
});

export { handler as action, handler as loader };
