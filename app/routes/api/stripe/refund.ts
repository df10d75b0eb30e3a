import { cancellerOfAny, forThePlatform } from "~/admin/reservations/cancel-for-platform.server";
import {
  calledOffShape,
  cancelByPayment,
  toCalledOff,
} from "~/bookings/cancel/api-cancellation.server";
import { refundInput } from "~/bookings/cancel/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Gives a reservation's payment back, as far as it is due: which cancels the reservation. */
const handler = apiAction({
  POST: apiCall({
    summary: "Cancel a reservation and give its payment back, as far as it is due",
    access: "member",
    refuses: [
      "not_cancellable",
      "refund_changed",
      "password_required",
      "wrong_password",
      "too_many",
    ],
    input: refundInput,
    subject: "userId",
    onBehalf: forThePlatform,
    output: calledOffShape,
    async run(call) {
      const { paymentIntentId, startDate, why, keepClosed } = call.input;
      const { viewer, now } = call;
      const person = { id: viewer.id, cancelAny: cancellerOfAny(call), why, keepClosed };
      const reservation = await cancelByPayment({ paymentIntentId, startDate, person, now });
      return await toCalledOff(reservation);
    },
  }),
});

export { handler as action, handler as loader };
