import { z } from "zod";
import { acceptRequest } from "~/bookings/answer/answer-request.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An owner accepts a request: `status` is `capturing` while Stripe has not answered. */
const handler = apiAction({
  POST: apiCall({
    summary: "Accept a request for a venue of one's own: its payment is taken",
    access: "member",
    refuses: ["already_answered", "answer_not_awaited"],
    params: idParam,
    output: z.object({ status: z.string() }),
    async run({ params: { id }, viewer, now }) {
      const { status } = await acceptRequest({ reservationId: id, ownerId: viewer.id, now });
      return { status };
    },
  }),
});

export { handler as action, handler as loader };
