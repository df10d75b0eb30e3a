import { z } from "zod";
import { actFor } from "~/admin/users/act-for.server";
import { queueAddressMails } from "~/bookings/mail/address-mails.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { apiChange, ownVenueShape } from "~/venues/api-own-venues.server";
import { PHOTOS_BYTES } from "~/venues/draft-photos.server";
import { changeInput, PHOTO_COUNT } from "~/venues/venue-input";

/** Changes a venue of the caller's own; an administrator may name another owner. */
const handler = apiAction({
  POST: apiCall({
    summary:
      "Change a venue of one's own; what is absent stays, null, a blank or an empty list takes away what may be left unsaid. While stays are to come its town stays, and another street is mailed to their clients; its town stays, too, once it has reviews",
    access: "member",
    failure: "venueEdit",
    refuses: [
      "stay_lengths_reversed",
      "stay_never_held",
      "stay_never_open",
      "town_in_use",
      "town_reviewed",
      "town_left_lately",
      "photo_refused",
      "photos_gone",
      "edit_failed",
    ],
    params: idParam,
    input: changeInput,
    pictures: { most: PHOTO_COUNT.most, maxBytes: PHOTOS_BYTES },
    subject: "userId",
    onBehalf: actFor("venue"),
    output: z.object({ location: ownVenueShape }),
    run: async ({ input, params, subjectId, now }) => ({
      location: await apiChange(subjectId, params.id, input, { now, tell: queueAddressMails }),
    }),
  }),
});

export { handler as action, handler as loader };
