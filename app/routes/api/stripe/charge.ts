import { z } from "zod";
import { chargeInput } from "~/bookings/forms";
import { charge } from "~/bookings/payment/charge.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Pays with the card form in the page. Whom and how much to pay is the server's own knowledge. */
const handler = apiAction({
  POST: apiCall({
    summary: "Reserve a venue and pay with a payment method",
    access: "member",
    refuses: [
      "not_found",
      "own_venue",
      "venue_closed",
      "dates_required",
      "day_invalid",
      "reversed",
      "too_early",
      "too_late",
      "too_long",
      "slot_invalid",
      "slots_reversed",
      "price_changed",
      "too_expensive",
      "hold_too_long",
      "days_taken",
      "holds_full",
      "holds_days",
      "hold_wait",
      "holds_address",
      "payment_opening",
      "payment_failed",
      "charge_failed",
      "hold_expired",
    ],
    limit: "booking",
    input: chargeInput,
    subject: "userId",
    output: z.object({ redirectUrl: z.string() }),
    run: async ({ input: { id, amount, ...input }, viewer, now, ip }) =>
      await charge({
        ...input,
        venueId: id,
        buyer: viewer,
        ip,
        expectedTotal: amount,
        requestKey: input.requestKey ?? input.paymentMethodId,
        now,
      }),
  }),
});

export { handler as action, handler as loader };
