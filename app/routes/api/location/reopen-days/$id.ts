import { reopenDaysInput } from "~/bookings/reserve/forms";
import { reopenDays } from "~/bookings/reserve/close-days.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An owner opens days of their venue again; what reservations hold stays theirs. */
const handler = apiAction({
  POST: apiCall({
    summary: "Open days of a venue of one's own again that one closed",
    access: "member",
    params: idParam,
    input: reopenDaysInput,
    refuses: ["reversed", "slots_reversed"],
    async run({ params: { id }, input, viewer }) {
      await reopenDays(viewer.id, id, input);
      return {};
    },
  }),
});

export { handler as action, handler as loader };
