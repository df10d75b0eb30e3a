import { trusted } from "mongoose";
import { MailModel } from "@models/mail";
import { daysAgo } from "../days";
import { IS_SET } from "../not-set.server";
import { updateAll } from "../update-all.server";
import { BODY_OF_MAIL } from "./mail.server";

/** For how many days a mail that reached nobody may still be sent again (decision 047). */
const KEPT_DAYS = 60;

/** Takes what mails said away that were given up a while ago: it may hold names, codes and links. */
export async function forgetDeadMails(now: Date): Promise<void> {
  const before = daysAgo(now, KEPT_DAYS);
  const dead = {
    ...{ status: "failed" as const, nextAttemptAt: trusted({ $lt: before }) },
    text: IS_SET,
  };
  await updateAll(MailModel, dead, { $unset: BODY_OF_MAIL }, "mails not forgotten");
}
