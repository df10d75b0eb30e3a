import { trusted } from "mongoose";
import { MailModel } from "@models/mail";
import { monthsAgo } from "~/platform/days";
import { deleteAll } from "~/platform/delete-all.server";

/** For how many months the last mails are kept (decision 047). */
const KEPT_MONTHS = 12;

/** Mails that told people of something that went in the same transaction, by the beginnings of their keys. */
export const LAST_MAILS = ["deleted", "report-ended", "declared-closed"] as const;

/**
 * Deletes mails of a year ago that told of what was gone already: an account that the office deleted, what is declared of one that
 * was closed, a report with its review.
 */
export async function forgetLastMails(now: Date): Promise<void> {
  const before = monthsAgo(now, KEPT_MONTHS);
  for (const told of LAST_MAILS) {
    await deleteAll(MailModel, {
      key: trusted({ $regex: `^${told}:` }),
      createdAt: trusted({ $lt: before }),
    });
  }
}
