import { acceptedShape, toAccepted } from "~/bookings/answer/api-answers";
import { acceptRequest } from "~/bookings/answer/answer-request.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An owner accepts a request. */
const handler = apiAction({
  POST: apiCall({
    summary:
      "Accept a request for a venue of one's own: its payment is taken; `status` says whether it was",
    access: "member",
    refuses: ["already_answered", "answer_not_awaited"],
    params: idParam,
    output: acceptedShape,
    async run({ params: { id }, viewer, now }) {
      return toAccepted(await acceptRequest({ reservationId: id, ownerId: viewer.id, now }));
    },
  }),
});

export { handler as action, handler as loader };
