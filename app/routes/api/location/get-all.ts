import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiSearch, foundShape, pageInput } from "~/venues/api-venues.server";

/** Every venue for rent, newest first. */
const handler = apiAction({
  GET: apiCall({
    summary: "List the venues for rent, newest first",
    access: "public",
    input: pageInput,
    output: foundShape,
    async run({ input: { page = 1 }, viewer, now }) {
      const query = new URLSearchParams({ page: String(page) });
      return await apiSearch(query, viewer?.id ?? null, now);
    },
  }),
});

export { handler as action, handler as loader };
