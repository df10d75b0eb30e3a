import { expireRequests } from "~/bookings/answer/expire-requests.server";
import type { Job } from "./job";

/** Cancels the requests that went unanswered for 24 hours. */
export const expireLateRequests: Job = {
  name: "expire-requests",
  schedule: { every: 60_000 },
  handler: async () => {
    await expireRequests(new Date());
  },
};
