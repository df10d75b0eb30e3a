import { z } from "zod";
import { cardOf, chargeInput } from "~/bookings/payment/forms";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { HOLD_REFUSALS, STAY_REFUSALS } from "~/bookings/reserve/stay-refusals";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Pays with the card form in the page. Whom and how much to pay is the server's own knowledge. */
const handler = apiAction({
  POST: apiCall({
    summary: "Reserve a venue, or take a reservation that is held, and pay by card",
    access: "member",
    refuses: [
      "not_found",
      "own_venue",
      "venue_closed",
      ...STAY_REFUSALS,
      "price_changed",
      ...HOLD_REFUSALS,
      "payment_failed",
      "charge_failed",
      "card_declined",
      "card_expired",
      "card_without_funds",
      "card_code_wrong",
      "card_form_stale",
      "hold_expired",
      "venue_moved",
      "change_outdated",
    ],
    limit: "booking",
    input: chargeInput,
    subject: "userId",
    output: z.object({
      redirectUrl: z.string().describe("Where the payer goes on."),
      clientSecret: z
        .string()
        .optional()
        .describe("The payer's bank asks first: Stripe's script has to finish with it."),
    }),
    async run({ input, viewer, now, ip }) {
      const { id: venueId, amount: expectedTotal, reservationId, ...wanted } = input;
      const { confirmationTokenId, paymentMethodId, ...stay } = wanted;
      const common = { ...cardOf(wanted), venueId, buyer: viewer, expectedTotal, now };
      if (reservationId !== undefined) return await chargeHeld({ ...common, reservationId });
      const requestKey = stay.requestKey ?? confirmationTokenId ?? paymentMethodId ?? "";
      return await charge({ ...stay, ...common, ip, requestKey });
    },
  }),
});

export { handler as action, handler as loader };
