import { actFor } from "~/admin/users/act-for.server";
import { apiReceived, receivedInput, receivedShape } from "~/bookings/lists/api-received.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** A venue of the caller's own, whatever its state, and what it was asked for. */
const handler = apiAction({
  GET: apiCall({
    summary:
      "Read a venue of one's own, whatever its state, with its reservations: 200 a page, newest first; an id among them is what accept-reservation and refuse-reservation ask for",
    access: "member",
    params: idParam,
    input: receivedInput,
    subject: "userId",
    onBehalf: actFor("venue"),
    output: receivedShape,
    run: async ({ params, input: { page = 1 }, subjectId, now }) =>
      await apiReceived(subjectId, params.id, { page, now }),
  }),
});

export { handler as action, handler as loader };
