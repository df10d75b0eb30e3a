import { z } from "zod";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";
import { apiOwnVenues } from "~/venues/api-own-venues.server";

/** The caller's own venues, newest first. */
const handler = apiAction({
  GET: {
    access: "member",
    schema: z.object({}),
    async run({ context }) {
      return { locations: await apiOwnVenues((await requireViewer(context)).id) };
    },
  },
});

export { handler as action, handler as loader };
