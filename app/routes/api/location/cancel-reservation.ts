import { z } from "zod";
import { cancelByDay } from "~/bookings/cancel/api-cancellation.server";
import { apiAction } from "~/platform/web/api-action.server";
import { sameUser } from "~/platform/web/same-user";

const short = z.string().trim().min(1).max(100);

/** Cancels a reservation for its buyer, its owner or an admin; one cancelled before stays so. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({
      userId: short.optional(),
      buyerId: short,
      locationId: short,
      startDate: short,
    }),
    async run({ data, viewer }) {
      const person = sameUser(viewer, data.userId);
      const { locationId: venueId, buyerId, startDate } = data;
      const now = new Date();
      const { refunded } = await cancelByDay({ venueId, buyerId, startDate, person, now });
      return { refunded };
    },
  },
});

export { handler as action, handler as loader };
