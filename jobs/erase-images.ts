import { eraseForgottenImages } from "~/accounts/anonymise-account.server";
import type { Job } from "./job";

/** Erases the images of closed accounts that a crash right after the closing has left. */
export const eraseImages: Job = {
  name: "erase-images",
  schedule: { cron: "40 3 * * *", timezone: "Europe/Paris", atStart: true },
  handler: eraseForgottenImages,
};
