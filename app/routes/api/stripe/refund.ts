import { z } from "zod";
import { cancelByPayment } from "~/bookings/cancel/api-cancellation.server";
import { refundInput } from "~/bookings/forms";
import { viewerMay } from "~/platform/permissions";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Gives a reservation's payment back, as far as it is due: which cancels the reservation. */
const handler = apiAction({
  POST: apiCall({
    summary: "Cancel a reservation and give its payment back, as far as it is due",
    access: "member",
    refuses: ["not_cancellable"],
    input: refundInput,
    subject: "userId",
    output: z.object({ refunded: z.number() }),
    async run({ input: { paymentIntentId, startDate }, viewer, now }) {
      const mayCancelAny = viewerMay(viewer, "reservations.cancel");
      const person = { id: viewer.id, mayCancelAny };
      const { refunded } = await cancelByPayment({ paymentIntentId, startDate, person, now });
      return { refunded };
    },
  }),
});

export { handler as action, handler as loader };
