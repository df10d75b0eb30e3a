import { z } from "zod";
import { cardOf, chargeInput } from "~/bookings/forms";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/**
 * Pays with the card form in the page. Whom and how much to pay is the server's own knowledge. With a
 * `clientSecret` in the answer, the payer's bank asks first: Stripe's script has to finish with it.
 */
const handler = apiAction({
  POST: apiCall({
    access: "member",
    limit: "booking",
    input: chargeInput,
    subject: "userId",
    output: z.object({ redirectUrl: z.string(), clientSecret: z.string().optional() }),
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
