import { trusted } from "mongoose";
import { PrivacyRequestModel } from "@models/privacy-request";
import { inTransaction } from "~/platform/database.server";
import { addMonths, parisMidnight, todayInParis } from "~/platform/days";
import { WORDS_OF_REQUESTS } from "./address-data.server";

/** How long an answered request names the person, and how long it is kept at all, to show that it was answered. */
const NAMED_MONTHS = 12;
const KEPT_MONTHS = 60;

/** Takes the person off requests that were answered a year ago, and deletes those of five years ago. */
export async function forgetPrivacyRequests(now: Date): Promise<void> {
  const before = (months: number) =>
    trusted({ $lt: parisMidnight(addMonths(todayInParis(now), -months)) });
  await inTransaction(async (transaction) => {
    await PrivacyRequestModel.deleteMany({ closedAt: before(KEPT_MONTHS) }).session(transaction);
    await PrivacyRequestModel.updateMany(
      { closedAt: before(NAMED_MONTHS) },
      { $unset: WORDS_OF_REQUESTS },
    ).session(transaction);
  });
}
