import { z } from "zod";
import { cancellerOfAny } from "~/admin/reservations/cancel-for-platform.server";
import { cancelByPayment } from "~/bookings/cancel/api-cancellation.server";
import { refundInput } from "~/bookings/cancel/forms";
import { refundedInAll } from "~/rules/paid-parts";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Gives a reservation's payment back, as far as it is due: which cancels the reservation. */
const handler = apiAction({
  POST: apiCall({
    summary: "Cancel a reservation and give its payment back, as far as it is due",
    access: "member",
    refuses: ["not_cancellable", "password_required", "wrong_password", "too_many"],
    input: refundInput,
    subject: "userId",
    output: z.object({ refunded: z.number() }),
    async run(call) {
      const { paymentIntentId, startDate } = call.input;
      const { viewer, now } = call;
      const person = { id: viewer.id, cancelAny: cancellerOfAny(call) };
      const reservation = await cancelByPayment({ paymentIntentId, startDate, person, now });
      return { refunded: refundedInAll(reservation) };
    },
  }),
});

export { handler as action, handler as loader };
