import { z } from "zod";
import { apiRequests } from "~/bookings/lists/api-requests.server";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";

/** The venues that the caller asked for, each with the caller's own reservations of it. */
const handler = apiAction({
  GET: {
    access: "member",
    schema: z.object({}),
    async run({ context }) {
      return { locations: await apiRequests((await requireViewer(context)).id, new Date()) };
    },
  },
});

export { handler as action, handler as loader };
