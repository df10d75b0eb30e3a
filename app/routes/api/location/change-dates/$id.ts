import { z } from "zod";
import { changeDates } from "~/bookings/change/change-dates.server";
import { changeDatesCallInput } from "~/bookings/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** Gives the caller's own confirmed reservation, which the path names, other dates. */
const handler = apiAction({
  POST: apiCall({
    summary: "Change the dates of one's confirmed reservation, or ask its owner to",
    access: "member",
    limit: "booking",
    refuses: [
      ...(["not_changeable", "change_waits", "change_refund", "change_outdated"] as const),
      ...(["change_same", "change_dearer", "days_taken", "venue_closed"] as const),
    ],
    params: idParam,
    input: changeDatesCallInput,
    failure: "changeOfDates",
    output: z.object({
      state: z.enum(["changed", "asked"]),
      startDate: z.string(),
      endDate: z.string(),
      total: z.number().int(),
    }),
    async run({ viewer, params, input: { amount, ...raw }, now }) {
      const { reservation, isAsked } = await changeDates({
        ...{ reservationId: params.id, buyerId: viewer.id, raw, expectedTotal: amount, now },
      });
      const { startDate, endDate, total } = reservation;
      return { state: isAsked ? "asked" : "changed", startDate, endDate, total } as const;
    },
  }),
});

export { handler as action, handler as loader };
