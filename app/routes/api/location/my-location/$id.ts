import { allowedUserId } from "~/accounts/allowed-user.server";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";
import { apiOwnVenue, ownerPayload } from "~/venues/api-own-venues.server";

/** A venue of the caller's own, whatever its state. */
const handler = apiAction({
  GET: {
    access: "member",
    schema: ownerPayload,
    async run({ data: { userId }, params, context }) {
      const ownerId = allowedUserId(await requireViewer(context), userId);
      return { location: await apiOwnVenue(ownerId, params.id ?? "") };
    },
  },
});

export { handler as action, handler as loader };
