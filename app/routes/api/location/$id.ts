import { z } from "zod";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { apiVenue, ownedVenueShape } from "~/venues/api-venues.server";

/** A venue as visitors see it. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read a venue as visitors see it",
    access: "public",
    params: idParam,
    output: z.object({ location: ownedVenueShape }),
    run: async ({ params, viewer }) => ({
      location: await apiVenue(params.id, viewer?.id ?? null),
    }),
  }),
});

export { handler as action, handler as loader };
