import { z } from "zod";
import { actFor } from "~/admin/users/act-for.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { apiOwnVenue } from "~/venues/api-own-venues.server";
import { changeVenue } from "~/venues/edit-venue.server";
import { changeInput } from "~/venues/venue-input";
import { apiVenueShape } from "~/venues/venue-shapes";

/** Changes a venue of the caller's own; an administrator may name another owner. */
const handler = apiAction({
  POST: apiCall({
    summary: "Change a venue of one's own; what is absent stays",
    access: "member",
    refuses: [
      "stay_lengths_reversed",
      "stay_never_held",
      "stay_never_open",
      "photos_gone",
      "edit_failed",
    ],
    params: idParam,
    input: changeInput,
    subject: "userId",
    onBehalf: actFor,
    output: z.object({ location: apiVenueShape }),
    async run({ input: { userId: _userId, ...change }, params, subjectId }) {
      await changeVenue(subjectId, params.id, change);
      return { location: await apiOwnVenue(subjectId, params.id) };
    },
  }),
});

export { handler as action, handler as loader };
