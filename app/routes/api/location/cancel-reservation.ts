import { z } from "zod";
import { cancelByDay } from "~/bookings/cancel/api-cancellation.server";
import { cancelByDayInput } from "~/bookings/forms";
import { viewerMay } from "~/platform/permissions";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Cancels a reservation for its buyer, its owner or an admin; one cancelled before stays so. */
const handler = apiAction({
  POST: apiCall({
    summary: "Cancel a reservation, for its buyer, its owner or an administrator",
    access: "member",
    refuses: ["not_cancellable"],
    input: cancelByDayInput,
    subject: "userId",
    failure: "cancellation",
    output: z.object({ refunded: z.number() }),
    async run({ input: { locationId: venueId, buyerId, startDate }, viewer, now }) {
      const mayCancelAny = viewerMay(viewer, "reservations.cancel");
      const person = { id: viewer.id, mayCancelAny };
      const { refunded } = await cancelByDay({ venueId, buyerId, startDate, person, now });
      return { refunded };
    },
  }),
});

export { handler as action, handler as loader };
