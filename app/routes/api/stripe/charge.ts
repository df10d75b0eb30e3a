import { z } from "zod";
import { charge } from "~/bookings/payment/charge.server";
import { apiAction } from "~/platform/web/api-action.server";
import { limit } from "~/platform/web/rate-limit.server";
import { sameUser } from "~/platform/web/same-user";

const short = z.string().trim().max(100);

/** Pays with the card form in the page. Whom and how much to pay is the server's own knowledge. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({
      id: short.min(1),
      userId: short.optional(),
      paymentMethodId: short.min(1),
      /** Cents, as they were shown to the buyer. */
      amount: z.coerce.number().int().positive(),
      currency: z.string().trim().toLowerCase().pipe(z.literal("eur")).default("eur"),
      startDate: short.optional(),
      endDate: short.optional(),
      startSlot: short.optional(),
      endSlot: short.optional(),
      requestKey: short.optional(),
    }),
    async run({ data, viewer }) {
      const buyer = sameUser(viewer, data.userId);
      await limit("booking", buyer.id);
      const { redirectUrl } = await charge({
        venueId: data.id,
        buyer,
        startDate: data.startDate,
        endDate: data.endDate,
        startSlot: data.startSlot,
        endSlot: data.endSlot,
        paymentMethodId: data.paymentMethodId,
        expectedTotal: data.amount,
        requestKey: data.requestKey ?? data.paymentMethodId,
        now: new Date(),
      });
      return { redirectUrl };
    },
  },
});

export { handler as action, handler as loader };
