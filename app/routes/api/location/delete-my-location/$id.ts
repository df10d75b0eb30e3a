import { allowedUserId } from "~/accounts/allowed-user.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";
import { ownerPayload } from "~/venues/api-own-venues.server";

/** Deletes a venue of the caller's own, unless reservations are to come. */
const handler = apiAction({
  DELETE: {
    access: "member",
    schema: ownerPayload,
    async run({ data: { userId }, params, context }) {
      const ownerId = allowedUserId(await requireViewer(context), userId);
      await deleteVenue(ownerId, params.id ?? "", new Date());
      return {};
    },
  },
});

export { handler as action, handler as loader };
