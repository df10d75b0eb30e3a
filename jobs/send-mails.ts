import { deliverDueMails } from "~/platform/mail/deliver-mails.server";

const BATCH = 50;
/** Short enough for a worker to stop in time; what is left is due at the next turn. */
const TURN_MS = 5_000;

/** Delivers the mails that are due, batch after batch. */
export async function sendMails(): Promise<void> {
  const end = Date.now() + TURN_MS;
  let taken = BATCH;
  while (taken === BATCH && Date.now() < end) {
    const { sent, postponed, failed } = await deliverDueMails(new Date(), BATCH);
    taken = sent + postponed + failed;
  }
}
