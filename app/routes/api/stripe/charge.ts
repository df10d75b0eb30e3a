import { z } from "zod";
import { chargeInput } from "~/bookings/forms";
import { charge } from "~/bookings/payment/charge.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Pays with the card form in the page. Whom and how much to pay is the server's own knowledge. */
const handler = apiAction({
  POST: apiCall({
    access: "member",
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
