import { z } from "zod";
import { cancelByPayment } from "~/bookings/cancel/api-cancellation.server";
import { apiAction } from "~/platform/web/api-action.server";
import { sameUser } from "~/platform/web/same-user";

const short = z.string().trim().min(1).max(100);

/** Gives a reservation's payment back, as far as it is due: which cancels the reservation. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({ paymentIntentId: short, userId: short.optional(), startDate: short }),
    async run({ data, viewer }) {
      const person = sameUser(viewer, data.userId);
      const { paymentIntentId, startDate } = data;
      const { refunded } = await cancelByPayment({
        paymentIntentId,
        startDate,
        person,
        now: new Date(),
      });
      return { refunded };
    },
  },
});

export { handler as action, handler as loader };
