import { apiAction } from "~/platform/web/api-action.server";
import { Refusal } from "~/platform/web/refusal";
import { sameUser } from "~/platform/web/same-user";
import { apiOwnVenue, createPayload } from "~/venues/api-own-venues.server";
import { PHOTOS_BYTES, receiveSentPhotos } from "~/venues/draft-photos.server";
import { publishVenue } from "~/venues/publish-venue.server";

/** Publishes a venue of the caller's own; `accountId`, when given, is their payment account. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: createPayload,
    maxBytes: PHOTOS_BYTES,
    async run({ data: { userId, accountId, ...fields }, viewer }) {
      const caller = sameUser(viewer, userId);
      if (userId !== undefined && userId !== caller.id) throw new Refusal("forbidden");
      if (accountId !== undefined && accountId !== caller.accountId) throw new Refusal("forbidden");
      if (!caller.stripeStats) throw new Refusal("account_required");
      const photos = await receiveSentPhotos(fields.photos, caller.id);
      const id = await publishVenue(caller.id, { ...fields, photos }, new Date());
      return { location: await apiOwnVenue(caller.id, id) };
    },
  },
});

export { handler as action, handler as loader };
