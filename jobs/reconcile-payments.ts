import { reconcile } from "~/bookings/payment/reconcile.server";
import type { Job } from "./job";

/** Brings reservations in line with Stripe where a webhook, an answer or a process was lost. */
export const reconcilePayments: Job = {
  name: "reconcile-payments",
  schedule: { every: 120_000 },
  handler: async () => {
    await reconcile(new Date());
  },
};
