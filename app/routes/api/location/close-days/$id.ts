import { closeDaysCallInput, rawStayOf } from "~/bookings/reserve/forms";
import { closeDays } from "~/bookings/reserve/close-days.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An owner closes days of their venue, all of them or none. */
const handler = apiAction({
  POST: apiCall({
    summary: "Close days of a venue of one's own",
    access: "member",
    refuses: [
      "dates_required",
      "day_invalid",
      "reversed",
      "too_early",
      "closing_too_late",
      "too_long",
      "slot_invalid",
      "slots_reversed",
      "days_not_free",
    ],
    params: idParam,
    input: closeDaysCallInput,
    async run({ params: { id }, input, viewer, now }) {
      await closeDays(viewer.id, id, { raw: rawStayOf(input), now });
      return {};
    },
  }),
});

export { handler as action, handler as loader };
