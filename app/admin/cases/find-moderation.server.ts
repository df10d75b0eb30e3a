import { trusted } from "mongoose";
import { REPORT_REASONS } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { addMinutes } from "~/platform/days";
import { MEASURE_WORDS } from "../measures/measures";
import { reportedOf } from "../moderation/reported.server";
import type { FoundCase } from "./case-file";

/** Of each kind so many at most. */
const MOST = 100;
const DAY_MINUTES = 24 * 60;
/** How long a report may wait, and how long an appeal. */
const REPORT_DAYS = 1;
const APPEAL_DAYS = 14;

/** What is reported and nobody has decided of: one case for each venue or review. */
export async function openReports(): Promise<FoundCase[]> {
  const reports = await ReportModel.find({ decision: trusted({ $exists: false }) })
    .sort({ createdAt: 1 })
    .limit(MOST)
    .lean();
  const firsts = reports.filter(
    ({ target }, index) => reports.findIndex((other) => other.target.equals(target)) === index,
  );
  return await Promise.all(
    firsts.map(async (report) => {
      const { _id, kind, target, reason, text, createdAt } = report;
      const { title } = await reportedOf(report);
      const count = reports.filter((other) => other.target.equals(target)).length;
      const many = count > 1 ? `${count} signalements. ` : "";
      return {
        key: `report:${kind}:${target.toString()}`,
        kind: "report" as const,
        title: `${title}\u00a0: signalé`,
        context: `${many}${REPORT_REASONS[reason]}. «\u00a0${text}\u00a0»`,
        href: `/admin/moderation/${_id.toString()}`,
        since: createdAt,
        deadline: addMinutes(createdAt, REPORT_DAYS * DAY_MINUTES),
        amount: null,
        mark: null,
      };
    }),
  );
}

/** Appeals that nobody has answered. */
export async function openAppeals(): Promise<FoundCase[]> {
  const decisions = await ModerationDecisionModel.find({
    "appeal.at": trusted({ $exists: true }),
    "appeal.outcome": trusted({ $exists: false }),
  })
    .sort({ "appeal.at": 1 })
    .limit(MOST)
    .lean();
  return await Promise.all(
    decisions.map(async (decision) => {
      const id = decision._id.toString();
      const { title } = await reportedOf(decision);
      const { text, at } = decision.appeal!;
      return {
        key: `appeal:${id}`,
        kind: "appeal" as const,
        title: `${title}\u00a0: recours`,
        context: `${MEASURE_WORDS[decision.measure].done}. «\u00a0${text}\u00a0»`,
        href: `/admin/recours/${id}`,
        since: at,
        deadline: addMinutes(at, APPEAL_DAYS * DAY_MINUTES),
        amount: null,
        mark: null,
      };
    }),
  );
}
