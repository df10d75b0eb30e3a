import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import type { Job } from "./job";

/** Removes the photos that were sent and never published, a day after. */
export const sweepImages: Job = {
  name: "sweep-images",
  schedule: { cron: "40 3 * * *", timezone: "Europe/Paris", atStart: true },
  handler: async () => {
    await sweepDraftPhotos(new Date());
  },
};
