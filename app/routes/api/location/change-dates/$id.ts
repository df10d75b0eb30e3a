import { z } from "zod";
import { changeDates, type ChangeMade } from "~/bookings/change/change-dates.server";
import { changeDatesCallInput } from "~/bookings/change/forms";
import { HOLD_REFUSALS, STAY_REFUSALS } from "~/bookings/reserve/stay-refusals";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

type Supplement = Extract<ChangeMade, { kind: "to_pay" }>["supplement"];

const paymentShape = z
  .object({
    reservationId: z.string(),
    amount: z.number().int(),
    until: z.string().datetime(),
  })
  .describe(
    "Of `to_pay`: what `reservationId` and `amount` pay by /api/stripe/charge, until when.",
  );

/** Gives the caller's own confirmed reservation, which the path names, other dates. */
const handler = apiAction({
  POST: apiCall({
    summary: "Change the dates of one's confirmed reservation, or ask its owner to",
    access: "member",
    limit: "booking",
    refuses: [
      "not_changeable",
      "change_waits",
      "change_too_often",
      "change_days",
      "change_refund",
      "change_contested",
      "change_outdated",
      "change_same",
      "venue_closed",
      ...STAY_REFUSALS,
      ...HOLD_REFUSALS,
    ],
    params: idParam,
    input: changeDatesCallInput,
    failure: "changeOfDates",
    output: z.object({
      state: z
        .enum(["changed", "asked", "to_pay"])
        .describe(
          "`changed`: the reservation has the new dates. `asked`: its owner has to say yes first, and it keeps its own. `to_pay`: the new ones cost more and are held until `payment` is made.",
        ),
      startDate: z.string().date().describe("The reservation's own, as they are now."),
      endDate: z.string().date(),
      total: z.number().int(),
      payment: paymentShape.optional(),
    }),
    async run({ viewer, params, input: { amount, ...raw }, now, ip }) {
      const made = await changeDates({
        ...{ reservationId: params.id, buyerId: viewer.id, raw, expectedTotal: amount, ip, now },
      });
      const { startDate, endDate, total } = made.reservation;
      const payment = made.kind === "to_pay" ? paymentOf(made.supplement) : undefined;
      return { state: made.kind, startDate, endDate, total, ...(payment && { payment }) };
    },
  }),
});

function paymentOf({ _id, total, holdUntil }: Supplement) {
  return {
    reservationId: _id.toString(),
    amount: total,
    until: holdUntil?.toISOString() ?? "",
  };
}

export { handler as action, handler as loader };
