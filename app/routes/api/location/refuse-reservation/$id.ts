import { refuseRequest } from "~/bookings/answer/answer-request.server";
import { refusedShape, toRefused } from "~/bookings/answer/api-answers";
import { answerInput } from "~/bookings/answer/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An owner refuses a request. */
const handler = apiAction({
  POST: apiCall({
    summary: "Refuse a request for a venue of one's own; `why` is shown to its buyer",
    access: "member",
    refuses: ["already_answered", "answer_not_awaited"],
    params: idParam,
    input: answerInput,
    output: refusedShape,
    async run({ params: { id }, input: { why, keepClosed }, viewer, now }) {
      const request = { reservationId: id, ownerId: viewer.id, why, keepClosed, now };
      return toRefused(await refuseRequest(request));
    },
  }),
});

export { handler as action, handler as loader };
