import { z } from "zod";
import { dayLimits } from "~/bookings/rules/calendar";
import { apiAction } from "~/platform/web/api-action.server";
import { apiSearch } from "~/venues/api-venues.server";

const handler = apiAction({
  GET: {
    access: "public",
    // Read as the listing's page reads it: fields may be repeated, odd values are left out.
    schema: z.object({}),
    async run({ request, viewer }) {
      const params = new URL(request.url).searchParams;
      return { ...(await apiSearch(params, viewer, dayLimits(new Date()))) };
    },
  },
});

export { handler as action, handler as loader };
