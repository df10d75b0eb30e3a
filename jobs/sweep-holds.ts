import { expireHolds } from "~/bookings/payment/expire-holds.server";
import type { Job } from "./job";

/** Ends the holds whose time to pay is over, so that their days are free again. */
export const sweepHolds: Job = {
  name: "sweep-holds",
  schedule: { every: 60_000 },
  handler: async () => {
    await expireHolds(new Date());
  },
};
