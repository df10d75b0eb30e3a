import { closeDaysCallInput, rawStayOf } from "~/bookings/reserve/forms";
import { closeDays } from "~/bookings/reserve/close-days.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { CALENDAR_REFUSALS } from "~/rules/calendar";

/** An owner closes days of their venue, all of them or none. */
const handler = apiAction({
  POST: apiCall({
    summary: "Close days of a venue of one's own",
    access: "member",
    failure: "venueEdit",
    refuses: [
      ...CALENDAR_REFUSALS.filter((code) => code !== "too_late"),
      "closing_too_late",
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
