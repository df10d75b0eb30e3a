import { trusted } from "mongoose";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel } from "@models/privacy-request";
import { inTransaction } from "~/platform/database.server";
import { addMonths, parisMidnight, todayInParis } from "~/platform/days";
import { PRIVACY_STEPS, WORDS_OF_REQUESTS } from "./address-data.server";

/** How long an answered request names the person, and how long it is kept at all, to show that it was answered. */
const NAMED_MONTHS = 12;
const KEPT_MONTHS = 60;

/**
 * Takes the person off requests that were answered a year ago, with the mails that went to them, and deletes those of five
 * years ago.
 */
export async function forgetPrivacyRequests(now: Date): Promise<void> {
  const before = (months: number) =>
    trusted({ $lt: parisMidnight(addMonths(todayInParis(now), -months)) });
  await inTransaction(async (transaction) => {
    const over = await PrivacyRequestModel.find({ closedAt: before(NAMED_MONTHS) }, "_id")
      .session(transaction)
      .lean();
    const keys = over.flatMap(({ _id }) =>
      PRIVACY_STEPS.map((step) => `privacy-${step}:${_id.toString()}`),
    );
    await MailModel.deleteMany({ key: trusted({ $in: keys }) }).session(transaction);
    await PrivacyRequestModel.deleteMany({ closedAt: before(KEPT_MONTHS) }).session(transaction);
    await PrivacyRequestModel.updateMany(
      { closedAt: before(NAMED_MONTHS) },
      { $unset: WORDS_OF_REQUESTS },
    ).session(transaction);
  });
}
