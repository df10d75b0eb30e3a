import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { apiPublish, requirePaymentAccount } from "~/venues/api-own-venues.server";
import { PHOTOS_BYTES } from "~/venues/draft-photos.server";
import { PHOTO_COUNT, sendInput } from "~/venues/venue-input";

/** Publishes a venue as /api/location/create does, for programs that do not say how it is rented. */
const handler = apiAction({
  POST: apiCall({
    summary:
      "Publish a venue by the day, each reservation to be accepted unless it says otherwise; the same sent again is the venue that stands, not another one",
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
    input: sendInput,
    pictures: { most: PHOTO_COUNT.most, maxBytes: PHOTOS_BYTES },
    output: ownUserOutput,
    async run({ input, viewer, now }) {
      await apiPublish(viewer, input, now);
      return { user: await ownUser(viewer.id, now) };
    },
  }),
});

export { handler as action, handler as loader };
