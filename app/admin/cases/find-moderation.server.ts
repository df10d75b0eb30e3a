import { trusted, Types } from "mongoose";
import { REPORT_REASONS } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel, type Report } from "@models/report";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { measureDone } from "../measures/measures";
import { reportedOfAll } from "../moderation/reported.server";
import { CASES_OF_A_KIND, type FoundCase } from "./case-file";

/** How long a report may wait, and how long an appeal. */
const REPORT_DAYS = 1;
const APPEAL_DAYS = 14;

/** Those after so many, or one by what its key has behind the kind. */
interface PageOrOne {
  skip: number;
  id?: string;
}

interface OpenReports extends Pick<Report, "kind" | "reason" | "text" | "createdAt"> {
  /** What is reported. */
  _id: Types.ObjectId;
  /** The first report on it. */
  report: Types.ObjectId;
  count: number;
}

/**
 * What is reported and nobody has decided of: one case for each venue or review, however many report it. They are put
 * together by the database, so that many reports on one thing keep none on another out of the queue.
 */
export async function openReports({ skip, id }: PageOrOne): Promise<FoundCase[]> {
  const found = await ReportModel.aggregate<OpenReports>([
    { $match: { decision: { $exists: false }, ...(id && ofThing(id)) } },
    { $sort: { createdAt: 1, _id: 1 } },
    {
      $group: {
        _id: "$target",
        report: { $first: "$_id" },
        kind: { $first: "$kind" },
        reason: { $first: "$reason" },
        text: { $first: "$text" },
        createdAt: { $first: "$createdAt" },
        count: { $sum: 1 },
      },
    },
    { $sort: { createdAt: 1, _id: 1 } },
    { $skip: skip },
    { $limit: CASES_OF_A_KIND },
  ]);
  const reported = await reportedOfAll(found.map(({ _id: target, kind }) => ({ kind, target })));
  return found.map(({ report, reason, text, createdAt, count }, index) => {
    const { kind, target, title } = reported[index]!;
    return {
      key: `report:${kind}:${target}`,
      kind: "report",
      title: `${title}\u00a0: signalé`,
      context: `${count > 1 ? `${count} signalements. ` : ""}${knownOr(REPORT_REASONS, reason, OTHER)}. «\u00a0${text}\u00a0»`,
      href: `/admin/moderation/${report.toString()}`,
      since: createdAt,
      deadline: addMinutes(createdAt, REPORT_DAYS * DAY_MINUTES),
      amount: null,
      mark: null,
    };
  });
}

/** The reports on one thing, as its case is called. @param id 'venue:…' */
function ofThing(id: string) {
  const [kind, target] = id.split(":");
  return { kind, target: new Types.ObjectId(target) };
}

/** Appeals that nobody has answered. What they say is theirs who say it: it is read where the look is noted. */
export async function openAppeals({ skip, id }: PageOrOne): Promise<FoundCase[]> {
  const decisions = await ModerationDecisionModel.find({
    "appeal.at": trusted({ $exists: true }),
    "appeal.outcome": trusted({ $exists: false }),
    ...(id && { _id: id }),
  })
    .sort({ "appeal.at": 1 })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .lean();
  const reported = await reportedOfAll(decisions);
  return decisions.map(({ _id, measure, appeal }, index) => {
    const { at } = appeal!;
    return {
      key: `appeal:${_id.toString()}`,
      kind: "appeal",
      title: `${reported[index]!.title}\u00a0: recours`,
      context: `${measureDone(measure)}.`,
      href: `/admin/recours/${_id.toString()}`,
      since: at,
      deadline: addMinutes(at, APPEAL_DAYS * DAY_MINUTES),
      amount: null,
      mark: null,
    };
  });
}
