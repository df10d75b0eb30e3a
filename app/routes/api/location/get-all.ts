import { z } from "zod";
import { dayLimits } from "~/bookings/rules/calendar";
import { apiAction } from "~/platform/web/api-action.server";
import { apiSearch } from "~/venues/api-venues.server";

const handler = apiAction({
  GET: {
    access: "public",
    schema: z.object({ page: z.string().optional() }),
    async run({ data, viewer }) {
      const params = new URLSearchParams(data);
      return { ...(await apiSearch(params, viewer, dayLimits(new Date()))) };
    },
  },
});

export { handler as action, handler as loader };
