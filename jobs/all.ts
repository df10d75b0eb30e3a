import { endPastReservations } from "./end-reservations";
import { expireLateRequests } from "./expire-requests";
import { eraseImages } from "./erase-images";
import type { Job } from "./job";
import { reconcilePayments } from "./reconcile-payments";
import { sendMails } from "./send-mails";
import { sweepHolds } from "./sweep-holds";
import { sweepImages } from "./sweep-images";

/** Every job that a worker runs. */
export const allJobs: readonly Job[] = [
  sendMails,
  sweepHolds,
  expireLateRequests,
  endPastReservations,
  reconcilePayments,
  eraseImages,
  sweepImages,
];
