import { allowedUserId } from "~/accounts/allowed-user.server";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";
import { apiOwnVenue, changePayload } from "~/venues/api-own-venues.server";
import { editVenue } from "~/venues/edit-venue.server";

/** Changes a venue of the caller's own; an administrator may name another owner. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: changePayload,
    async run({ data: { userId, ...change }, params, context }) {
      const ownerId = allowedUserId(await requireViewer(context), userId);
      const venueId = params.id ?? "";
      await editVenue(ownerId, venueId, change);
      return { location: await apiOwnVenue(ownerId, venueId) };
    },
  },
});

export { handler as action, handler as loader };
