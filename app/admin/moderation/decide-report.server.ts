import { trusted, Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { Measure } from "@models/enumerations";
import { ModerationDecisionModel, type RemovedPhoto } from "@models/moderation-decision";
import { ReportModel, type Report } from "@models/report";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { inTransaction } from "~/platform/database.server";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { appealLink } from "~/reports/appeal-link.server";
import { takeReportTurn } from "~/reports/report-turn.server";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { refuseReview } from "../reviews/decide-review.server";
import { NOTHING_CALLED_OFF, type CalledOff } from "../users/cancel-coming.server";
import type { ComingChoice } from "../users/forms";
import { whyText, type ModerationReason } from "../measures/measures";
import { banReported, removeReported, suspendReported } from "./carry-out-measure.server";
import { mailReporters } from "./moderation-mails.server";
import { leavesOwnReport } from "./own-report.server";
import { reportedOf, reportsSeen, undecidedOn } from "./reported.server";

interface Decision {
  actor: Actor;
  measure: Measure;
  reason: ModerationReason;
  facts: string;
  /** Which photo is taken off its venue, by its picture's id. */
  photo?: string;
  /** What becomes of the reservations to come, of a venue that is suspended or an account that is banned. */
  coming: ComingChoice;
  /** What the page said of those (`comingSeen`). */
  seen?: string | undefined;
  /** What the page was of, where a venue is suspended (`versionOf`); absent: there was none. */
  version?: string | undefined;
  /** The administrator's own; asked for what shuts somebody out. */
  password: string | undefined;
  now: Date;
}

/**
 * Decides of everything that is reported of one venue or review: the measure, its reason told to whom it
 * concerns with the way to appeal, and to whoever reported it. All of it is written in one transaction;
 * reservations to come are called off after it, one by one, by a job at the latest.
 *
 * @param request.reports which of them were read (`reportsSeen`): while others came since nothing is decided
 * @returns what became of the reservations that were to be called off
 * @throws Refusal("not_found" | "report_decided" | "reports_changed" | "forbidden" | "password_required" |
 *   "wrong_password" | "too_many" | "review_decided" | "photo_not_shown" | "last_photo" | "venue_suspended" |
 *   "already_banned" | "own_account" | "own_matter" | "coming_changed" | "venue_mended")
 */
export async function decideReport({
  reportId,
  reports,
  ...decision
}: Decision & { reportId: string; reports: string | undefined }): Promise<CalledOff> {
  const report = await ReportModel.findById(reportId).lean();
  if (!report) throw new Refusal("not_found");
  return await decide(decision, report, { read: reports });
}

/**
 * Takes off a venue one photo that an administrator came upon without a report, as `decideReport` does; what is reported of
 * the venue was not read for it, and waits on.
 *
 * @throws Refusal("photo_not_shown" | "last_photo"), and those of `decideReport`
 */
export async function removePhotoForPlatform({
  venueId,
  ...decision
}: Omit<Decision, "measure" | "coming" | "password"> & {
  venueId: string;
  photo: string;
}): Promise<void> {
  const target: Reportable = { kind: "venue", target: new Types.ObjectId(venueId) };
  const measure = { measure: "retirer", coming: "keep", password: undefined } as const;
  await decide({ ...decision, ...measure }, target, "nothing");
}

/**
 * Suspends a venue that an administrator came upon without a report, as `decideReport` does; what is reported of it
 * is decided with it. Its reservations stand.
 *
 * @throws Refusal("venue_suspended"), and those of `decideReport`
 */
export async function suspendForPlatform({
  venueId,
  ...decision
}: Omit<Decision, "measure" | "coming" | "password"> & { venueId: string }): Promise<void> {
  const target: Reportable = { kind: "venue", target: new Types.ObjectId(venueId) };
  const { measures } = await reportedOf(target);
  if (!measures.includes("suspendre")) {
    const isSuspended = { _id: venueId, suspendedAt: IS_SET };
    throw new Refusal((await VenueModel.exists(isSuspended)) ? "venue_suspended" : "not_found");
  }
  const measure = { measure: "suspendre", coming: "keep", password: undefined } as const;
  await decide({ ...decision, ...measure }, target, "all");
}

/**
 * Refuses a review that an administrator came upon without a report: one that is shown is hidden by a decision, and what is
 * reported of it decided with it.
 *
 * @param request.seen the state that its page showed, which alone it is refused in; absent: there was no page
 * @throws Refusal("not_found" | "review_decided" | "review_changed" | "report_decided" | "forbidden" | "own_matter")
 */
export async function refuseForPlatform({
  reviewId,
  seen,
  why,
  ...by
}: Pick<Decision, "actor" | "now"> & {
  reviewId: string;
  seen?: string | undefined;
  why: string;
}): Promise<void> {
  const target: Reportable = { kind: "review", target: new Types.ObjectId(reviewId) };
  const [waiting, review] = await Promise.all([
    undecidedOn(target, null),
    ReviewModel.findById(reviewId, "state").lean(),
  ]);
  const state = review?.state;
  // What is asked of it depends on its state: it is the use case that says what it became since.
  const isOther = seen !== undefined && state !== seen;
  if (isOther || (state !== "published" && (waiting.length === 0 || state !== "pending"))) {
    await refuseReview({ ...by, reviewId, seen, why });
    return;
  }
  const measure = { measure: "masquer", coming: "keep", password: undefined } as const;
  await decide({ ...by, ...measure, review: seen, reason: null, facts: why }, target, "all");
}

type Reportable = Pick<Report, "kind" | "target">;

/**
 * @param settles the reports that were read: somebody else may have been first, or more came; or all there are by then, or
 *   none of them
 */
async function decide(
  decision: Omit<Decision, "reason"> & {
    /** null: it is told in words alone. */
    reason: ModerationReason | null;
    /** The state that the page of a review showed; absent: there was none. */
    review?: string | undefined;
  },
  report: Reportable,
  settles: { read: string | undefined } | "all" | "nothing",
): Promise<CalledOff> {
  const { actor, measure, reason, facts, photo, coming, seen, version, review, password, now } =
    decision;
  const reported = await reportedOf(report);
  // Which photo it is says itself what became of it.
  if (measure !== "retirer" && !reported.measures.includes(measure)) {
    throw new Refusal("report_decided");
  }
  const { person } = reported;
  // Of what went with its account there are still reports to dismiss.
  if (!person && measure !== "classer") throw new Refusal("report_decided");
  const decisionId = new Types.ObjectId();
  const why = reason === null ? facts : whyText(measure, reason, facts);
  const appeal = appealLink(decisionId.toString());
  // Whatever is there by then: a report may arrive until the transaction that decides.
  const isReported = async (transaction: ClientSession) =>
    settles === "all" ? (await undecidedOn(report, transaction)).length > 0 : settles !== "nothing";
  const alongside = async (transaction: ClientSession, removed?: RemovedPhoto) => {
    await mayAct(actor, "reports.decide", transaction);
    const { kind, target } = report;
    await ModerationDecisionModel.create(
      [
        {
          _id: decisionId,
          ...{ kind, target, measure, why, at: now },
          ...(person && { person: new Types.ObjectId(person.id) }),
          ...(removed && { photo: removed }),
          admin: new Types.ObjectId(actor.id),
        },
      ],
      { session: transaction },
    );
    if (settles === "nothing") return;
    await takeReportTurn(report, transaction);
    const waiting = await undecidedOn(report, transaction);
    if (settles !== "all" && waiting.length === 0) throw new Refusal("report_decided");
    if (settles !== "all" && reportsSeen(waiting) !== settles.read) {
      throw new Refusal("reports_changed");
    }
    await closeReports(waiting, decisionId, transaction);
    await mailReporters({ decisionId, reported, measure, reason }, transaction);
    await leavesOwnReport(actor, reported, measure, transaction);
  };
  const carried = { actor, reported, why, appeal, now, alongside };
  const shutting = { password, coming, seen };
  switch (measure) {
    case "classer":
      await inTransaction(async (transaction) => {
        const target = reported.target;
        await recordAct({ actor, act: "report.dismiss", target, why, at: now }, transaction);
        await alongside(transaction);
      });
      break;
    case "masquer":
      await refuseReview({
        ...{ actor, reviewId: reported.target, seen: review, why, appeal, isReported, now },
        alongside,
      });
      break;
    case "retirer":
      await removeReported({ ...carried, isReported, decisionId, photo: photo ?? "" });
      break;
    case "suspendre":
      return await suspendReported({ ...carried, ...shutting, version, isReported });
    case "bannir":
      return await banReported({
        ...carried,
        ...shutting,
        userId: person!.id,
        isReported: settles !== "nothing",
      });
  }
  await enqueue("send-mails");
  return NOTHING_CALLED_OFF;
}

/** Undecided reports on the same thing have this decision. */
async function closeReports(
  reports: readonly Report[],
  decision: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  const ids = reports.map(({ _id }) => _id);
  await ReportModel.updateMany(
    { _id: trusted({ $in: ids }), decision: NOT_SET },
    { $set: { decision } },
  ).session(transaction);
}
