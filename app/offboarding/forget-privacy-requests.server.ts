import { trusted } from "mongoose";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { monthsAgo } from "~/platform/days";
import { PRIVACY_STEPS, WORDS_OF_REQUESTS } from "./address-data.server";

/** How long an answered request names the person, and how long it is kept at all, to show that it was answered. */
const NAMED_MONTHS = 12;
const KEPT_MONTHS = 60;
/** So many are forgotten at once. */
const BATCH = 200;

/**
 * Takes the person off requests that were answered a year ago, with the mails that went to them, and deletes those of five
 * years ago.
 *
 * @throws AggregateError once the others had their turn, of those that could not be forgotten
 */
export async function forgetPrivacyRequests(now: Date): Promise<void> {
  const before = (months: number) => trusted({ $lt: monthsAgo(now, months) });
  const over = await PrivacyRequestModel.find({ closedAt: before(NAMED_MONTHS) }, "_id").lean();
  const forget = (batch: readonly Pick<PrivacyRequest, "_id">[]) =>
    inTransaction(async (transaction) => {
      const keys = batch.flatMap(({ _id }) =>
        PRIVACY_STEPS.map((step) => `privacy-${step}:${_id.toString()}`),
      );
      const among = { _id: trusted({ $in: batch.map(({ _id }) => _id) }) };
      await MailModel.deleteMany({ key: trusted({ $in: keys }) }).session(transaction);
      await PrivacyRequestModel.deleteMany({ ...among, closedAt: before(KEPT_MONTHS) }).session(
        transaction,
      );
      await PrivacyRequestModel.updateMany(
        { ...among, closedAt: before(NAMED_MONTHS) },
        { $unset: WORDS_OF_REQUESTS },
      ).session(transaction);
    });
  const batches = Array.from({ length: Math.ceil(over.length / BATCH) }, (_, index) =>
    over.slice(index * BATCH, (index + 1) * BATCH),
  );
  const options = { concurrency: 1, failure: "requests about rights not forgotten" };
  const errors = await pMapLogged(batches, forget, options);
  if (errors.length > 0) throw new AggregateError(errors, "Some requests were not forgotten");
}
