import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import type { Job } from "./job";

const BATCH = 50;
/** Short enough for a worker to stop in time; what is left is due at the next turn. */
const TURN_MS = 5_000;

/** Delivers the mails that are due; use cases also ask for it after a commit that queued one. */
export const sendMails: Job = {
  name: "send-mails",
  schedule: { every: 10_000 },
  handler: async () => {
    const end = Date.now() + TURN_MS;
    let taken = BATCH;
    while (taken === BATCH && Date.now() < end) {
      const { sent, postponed, failed } = await deliverDueMails(new Date(), BATCH);
      taken = sent + postponed + failed;
    }
  },
};
