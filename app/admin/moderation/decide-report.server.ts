import { trusted, Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { Measure } from "@models/enumerations";
import { ModerationDecisionModel, type RemovedPhoto } from "@models/moderation-decision";
import { ReportModel, type Report } from "@models/report";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { appealLink } from "~/reports/appeal-link.server";
import { takeReportTurn } from "~/reports/report-turn.server";
import { removePhoto } from "~/venues/remove-photo.server";
import { suspendVenue } from "~/venues/suspend-venue.server";
import { confirmActor, leavesOwnMatter, mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { hideWithAuthor, refuseReview } from "../reviews/decide-review.server";
import { banUser } from "../users/ban-user.server";
import { callOffDecided, decideCallingOff } from "../users/calling-off.server";
import {
  asSeen,
  comingAtVenue,
  NOTHING_CALLED_OFF,
  type CalledOff,
} from "../users/cancel-coming.server";
import type { ComingChoice } from "../users/forms";
import { whyText, type ModerationReason } from "../measures/measures";
import { mailPhotoRemoved, mailReporters, mailSuspended } from "./moderation-mails.server";
import { reportedOf, reportsSeen, undecidedOn, type Reported } from "./reported.server";

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
 *   "already_banned" | "own_account" | "own_matter" | "coming_changed")
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
    const isSuspended = { _id: venueId, suspendedAt: trusted({ $exists: true }) };
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

/**
 * Makes sure that nobody decides in their own favour of what is reported, as long as somebody else may: dismisses what is
 * reported of what they wrote or of their venue, or hides what others wrote of it, alone or with its author's account.
 *
 * @param transaction null: a page asks before it shows the form of the measure
 * @throws Refusal("own_matter")
 */
export async function leavesOwnReport(
  actor: Pick<Actor, "id">,
  { kind, person, ownerId }: Pick<Reported, "kind" | "person" | "ownerId">,
  measure: Measure,
  transaction: ClientSession | null,
): Promise<void> {
  const concerned = {
    ...{ classer: [person?.id, ownerId], masquer: [ownerId] },
    // Who wrote a review is banned with it: it is hidden.
    ...{ retirer: [], suspendre: [], bannir: kind === "review" ? [ownerId] : [] },
  }[measure];
  const own = concerned.find((id) => id === actor.id) ?? undefined;
  await leavesOwnMatter(actor, own, "reports.decide", transaction);
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
  const { actor, measure, reason, facts, photo, coming, seen, review, password, now } = decision;
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
  };
  switch (measure) {
    case "classer":
      await inTransaction(async (transaction) => {
        const target = reported.target;
        await recordAct({ actor, act: "report.dismiss", target, why, at: now }, transaction);
        await alongside(transaction);
        await leavesOwnReport(actor, reported, measure, transaction);
      });
      break;
    case "masquer":
      await refuseReview({
        ...{ actor, reviewId: reported.target, seen: review, why, appeal, isReported, now },
        alongside,
      });
      break;
    case "retirer": {
      const { target } = report;
      await inTransaction(async (transaction) => {
        const removed = await removePhoto(target, photo ?? "", decisionId, transaction);
        const after = `photo ${removed.photo.place + 1} retirée`;
        const told = { decisionId, why, appeal, isReported: await isReported(transaction) };
        await recordAct(
          { actor, act: "venue.remove-photo", target: reported.target, why, after, at: now },
          transaction,
        );
        await alongside(transaction, removed.photo);
        await mailPhotoRemoved(reported, { ...told, ...removed }, transaction);
      });
      await bumpContentVersion({ venues: [reported.target] });
      break;
    }
    case "suspendre":
      await confirmActor(actor, password, now);
      return await suspend(report, {
        ...{ actor, reported, why, appeal, isReported, coming, seen, now, alongside },
      });
    case "bannir": {
      const userId = person!.id;
      let left: Types.ObjectId | null = null;
      const hide = async (transaction: ClientSession) => {
        await leavesOwnReport(actor, reported, measure, transaction);
        left = await hideWithAuthor({ actor, reviewId: reported.target, why, now }, transaction);
        return left && reported.place;
      };
      const ban = {
        actor,
        userId,
        why,
        appeal,
        isReported: settles !== "nothing",
        ...(report.kind === "review" && { hide }),
        password,
        coming,
        seen,
        now,
        alongside,
      };
      const calledOff = await banUser(ban);
      if (left) await bumpContentVersion({ venues: [String(left)] });
      return calledOff;
    }
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
    { _id: trusted({ $in: ids }), decision: trusted({ $exists: false }) },
    { $set: { decision } },
  ).session(transaction);
}

async function suspend(
  { target }: Reportable,
  {
    actor,
    reported,
    why,
    appeal,
    isReported,
    coming,
    seen,
    now,
    alongside,
  }: Pick<Decision, "actor" | "coming" | "seen" | "now"> & {
    reported: Reported;
    why: string;
    appeal: string;
    isReported: (transaction: ClientSession) => Promise<boolean>;
    alongside: (transaction: ClientSession) => Promise<void>;
  },
): Promise<CalledOff> {
  const venueId = reported.target;
  const known = coming === "cancel" ? asSeen(await comingAtVenue(venueId, now), seen) : [];
  const decided = await inTransaction(async (transaction) => {
    await suspendVenue(target, now, transaction);
    await recordAct(
      { actor, act: "venue.suspend", target: venueId, why, after: "suspendu", at: now },
      transaction,
    );
    const told = { why, appeal, isReported: await isReported(transaction), coming, now };
    await alongside(transaction);
    await mailSuspended(reported, told, transaction);
    if (coming === "keep") return null;
    return await decideCallingOff({ of: `venue:${venueId}`, actor, why, known, now }, transaction);
  });
  await bumpContentVersion({ venues: [venueId] });
  await enqueue("send-mails");
  return decided ? await callOffDecided(decided, now) : NOTHING_CALLED_OFF;
}
