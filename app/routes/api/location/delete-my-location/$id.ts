import { actFor } from "~/admin/users/act-for.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { ownerInput } from "~/venues/venue-input";

/** Deletes a venue of the caller's own, unless reservations are to come. */
const handler = apiAction({
  DELETE: apiCall({
    summary:
      "Delete a venue of one's own; where reservations are to come, the problem names them in `reservations`",
    access: "member",
    failure: "venueRemoval",
    refuses: ["venue_in_use", "delete_failed"],
    params: idParam,
    input: ownerInput,
    subject: "userId",
    onBehalf: actFor("venue-deletion"),
    async run({ params, subjectId, now }) {
      await deleteVenue(subjectId, params.id, now);
      return {};
    },
  }),
});

export { handler as action, handler as loader };
