import { z } from "zod";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiPublish, ownVenueShape, requirePaymentAccount } from "~/venues/api-own-venues.server";
import { PHOTOS_BYTES } from "~/venues/draft-photos.server";
import { createInput, PHOTO_COUNT } from "~/venues/venue-input";

/** Publishes a venue of the caller's own; `accountId`, when given, is their payment account. */
const handler = apiAction({
  POST: apiCall({
    summary: "Publish a venue; the same sent again is the venue that stands, not another one",
    access: "member",
    refuses: [
      "account_required",
      "identity_incomplete",
      "photo_refused",
      "photos_gone",
      "publish_failed",
    ],
    requires: requirePaymentAccount,
    limit: "photos",
    input: createInput,
    pictures: { most: PHOTO_COUNT.most, maxBytes: PHOTOS_BYTES },
    output: z.object({ location: ownVenueShape }),
    run: async ({ input, viewer, now }) => ({ location: await apiPublish(viewer, input, now) }),
  }),
});

export { handler as action, handler as loader };
