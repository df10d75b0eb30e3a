import { enqueue } from "./queue";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";

const BATCH = 50;
/** Short enough for a worker to stop in time. */
const TURN_MS = 5_000;

/** Delivers the mails that are due, batch after batch; what is left has a turn of its own at once. */
export async function sendMails(): Promise<void> {
  const end = Date.now() + TURN_MS;
  let taken = BATCH;
  while (taken === BATCH && Date.now() < end) {
    const { sent, postponed, failed } = await deliverDueMails(new Date(), BATCH);
    taken = sent + postponed + failed;
  }
  if (taken === BATCH) await enqueue("send-mails");
}
