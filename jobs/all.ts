import type { Job } from "./job";
import { sendMails } from "./send-mails";

/** Every job that a worker runs. */
export const allJobs: readonly Job[] = [sendMails];
