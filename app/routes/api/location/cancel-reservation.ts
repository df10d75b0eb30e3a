import { cancellerOfAny, forThePlatform } from "~/admin/reservations/cancel-for-platform.server";
import {
  calledOffShape,
  cancelByDay,
  toCalledOff,
} from "~/bookings/cancel/api-cancellation.server";
import { cancelByDayInput } from "~/bookings/cancel/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Cancels a reservation for its buyer, its owner or an admin; one cancelled before stays so. */
const handler = apiAction({
  POST: apiCall({
    summary: "Cancel a reservation, for its buyer, its owner or an administrator",
    access: "member",
    refuses: [
      "slot_required",
      "not_cancellable",
      "refund_changed",
      "password_required",
      "wrong_password",
      "too_many",
    ],
    input: cancelByDayInput,
    subject: "userId",
    onBehalf: forThePlatform,
    failure: "cancellation",
    output: calledOffShape,
    async run(call) {
      const { locationId: venueId, buyerId, startDate, startSlot, why, keepClosed } = call.input;
      const { viewer, now } = call;
      const person = { id: viewer.id, cancelAny: cancellerOfAny(call), why, keepClosed };
      const which = { venueId, buyerId, startDate, startSlot };
      const reservation = await cancelByDay({ ...which, person, now });
      return await toCalledOff(reservation);
    },
  }),
});

export { handler as action, handler as loader };
