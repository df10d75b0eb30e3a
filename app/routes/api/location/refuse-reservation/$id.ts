import { z } from "zod";
import { refuseRequest } from "~/bookings/answer/answer-request.server";
import { answerCallInput } from "~/bookings/answer/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An owner refuses a request: `status` is `cancelling` while Stripe has not answered. */
const handler = apiAction({
  POST: apiCall({
    summary: "Refuse a request for a venue of one's own; `why` is shown to its buyer",
    access: "member",
    refuses: ["already_answered"],
    params: idParam,
    input: answerCallInput,
    output: z.object({ status: z.string() }),
    async run({ params: { id }, input: { why }, viewer, now }) {
      const { status } = await refuseRequest({ reservationId: id, ownerId: viewer.id, why, now });
      return { status };
    },
  }),
});

export { handler as action, handler as loader };
