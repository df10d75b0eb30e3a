import { trusted } from "mongoose";
import { MailModel } from "@models/mail";
import { addMinutes } from "../days";

/** After how many minutes a mail that is due and that nobody tries says that none leaves. */
const PATIENCE_MINUTES = 10;

/**
 * Whether mails do not leave just now: the server is away, or no process sends any. What runs out before it is read
 * had better not begin. By the clock that mails are queued by.
 */
export async function mailsWait(): Promise<boolean> {
  const since = trusted({ $lt: addMinutes(new Date(), -PATIENCE_MINUTES) });
  return (await MailModel.exists({ status: "queued", nextAttemptAt: since })) !== null;
}
