import { z } from "zod";
import { reopenDaysInput } from "~/bookings/reserve/forms";
import { reopenDays } from "~/bookings/reserve/close-days.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

const FREE =
  "False where a calendar that the venue imports still closes some of these days; reservations do not count.";

/** An owner opens days of their venue again; what reservations hold stays theirs. */
const handler = apiAction({
  POST: apiCall({
    summary: "Open days of a venue of one's own again that one closed",
    access: "member",
    failure: "venueEdit",
    params: idParam,
    input: reopenDaysInput,
    refuses: ["reversed", "slots_reversed"],
    output: z.object({ free: z.boolean().describe(FREE) }),
    run: async ({ params: { id }, input, viewer }) => ({
      free: await reopenDays(viewer.id, id, input),
    }),
  }),
});

export { handler as action, handler as loader };
