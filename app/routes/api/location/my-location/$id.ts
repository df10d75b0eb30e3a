import { z } from "zod";
import { actFor } from "~/admin/users/act-for.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { apiOwnVenue } from "~/venues/api-own-venues.server";
import { ownerInput } from "~/venues/venue-input";
import { apiVenueShape } from "~/venues/venue-shapes";

/** A venue of the caller's own, whatever its state. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read a venue of one's own, whatever its state",
    access: "member",
    params: idParam,
    input: ownerInput,
    subject: "userId",
    onBehalf: actFor,
    output: z.object({ location: apiVenueShape }),
    run: async ({ params, subjectId }) => ({ location: await apiOwnVenue(subjectId, params.id) }),
  }),
});

export { handler as action, handler as loader };
