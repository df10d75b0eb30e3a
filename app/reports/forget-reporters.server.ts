import { trusted } from "mongoose";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { monthsAgo } from "~/platform/days";
import { IS_SET } from "~/platform/not-set.server";

/** For how many months after its decision it is kept who asked to be told of it (decision 047). */
const NAMED_MONTHS = 12;

/**
 * Takes the addresses off reports that were decided a year ago, and deletes the mails that told of them.
 *
 * @throws AggregateError once the others had their turn, of those that could not be forgotten
 */
export async function forgetReporters(now: Date): Promise<void> {
  const before = monthsAgo(now, NAMED_MONTHS);
  const named = await ReportModel.find({ email: IS_SET, decision: IS_SET }, "decision").lean();
  const decisions = named.flatMap(({ decision }) => decision ?? []);
  const over = await ModerationDecisionModel.find(
    { _id: trusted({ $in: decisions }), at: trusted({ $lt: before }) },
    "_id",
  ).lean();
  const isOver = new Set(over.map(({ _id }) => _id.toString()));
  const due = named.filter(({ decision }) => decision && isOver.has(decision.toString()));
  const forget = ({ _id }: (typeof due)[number]) =>
    inTransaction(async (transaction) => {
      await ReportModel.updateOne({ _id }, { $unset: { email: 1 } }).session(transaction);
      const id = _id.toString();
      const key = trusted({ $in: [`report:${id}:reporter`, `report-decided:${id}`] });
      await MailModel.deleteMany({ key }).session(transaction);
    });
  const failure = "reporter not forgotten";
  const errors = await pMapLogged(due, forget, { concurrency: 1, failure });
  if (errors.length > 0) throw new AggregateError(errors, "Some reporters were not forgotten");
}
