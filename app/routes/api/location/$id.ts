import { z } from "zod";
import { apiAction } from "~/platform/web/api-action.server";
import { apiVenue } from "~/venues/api-venues.server";

const handler = apiAction({
  GET: {
    access: "public",
    schema: z.object({}),
    async run({ params, viewer }) {
      return { location: await apiVenue(params.id ?? "", viewer?.id ?? null) };
    },
  },
});

export { handler as action, handler as loader };
