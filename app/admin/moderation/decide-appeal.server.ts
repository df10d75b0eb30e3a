import { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { AppealOutcome } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { VenueModel } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { OUTCOME_WORDS } from "~/reports/appeal-limit";
import { nameDecision } from "~/reports/decision-words.server";
import { standingOf, standingOfBan } from "~/reports/standing.server";
import { putPhotoBack, type PhotoBack } from "~/venues/remove-photo.server";
import { restoreVenue } from "~/venues/suspend-venue.server";
import { leavesOwnMatter, mayAct, mayActOn, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { publishReview, showWithAuthor, type ReviewBack } from "../reviews/decide-review.server";
import { unbanUser } from "../users/ban-user.server";
import { forgetCallingOff } from "../users/calling-off.server";
import { accountAtStake, ownOf, readersInstead } from "./appeal-readers.server";
import { mailAppealed } from "./appeal-mails.server";
import { mailRestored } from "./moderation-mails.server";
import { reportedOf } from "./reported.server";

interface Answer {
  actor: Actor;
  decisionId: string;
  outcome: AppealOutcome;
  /** Told to the person. */
  why: string;
  password: string | undefined;
  now: Date;
}

/**
 * Answers an appeal, once; not whoever took the decision or whom it concerns, as long as somebody else could. What a decision
 * did is undone in the same transaction, as long as that is what stands: what was taken back by another way stays so,
 * and a newer measure is not this appeal's to lift. Reservations that were called off stay so, and a review whose venue is in another
 * town by now stays hidden.
 *
 * @throws Refusal("not_found" | "appeal_decided" | "own_decision" | "forbidden" | "role_required" | "password_required" |
 *   "wrong_password" | "too_many"), and what the measure's own use case throws
 */
export async function decideAppeal(answer: Answer): Promise<void> {
  const { actor, decisionId, outcome, why, password, now } = answer;
  const decision = await ModerationDecisionModel.findById(decisionId).lean();
  if (!decision?.appeal || !decision.person) throw new Refusal("not_found");
  const { measure, target, person, at, photo } = decision;
  const [reported, standing, named] = await Promise.all([
    reportedOf(decision),
    standingOf(decision),
    nameDecision(decision),
  ]);
  const alongside = async (
    transaction: ClientSession,
    back: PhotoBack | ReviewBack = "shown",
  ): Promise<void> => {
    const others = await readersInstead(decision, actor, transaction);
    const own = ownOf(decision, actor.id);
    if (own && others.length > 0) throw new Refusal("own_decision");
    const { modifiedCount } = await ModerationDecisionModel.updateOne(
      // It may have gone with its account.
      { _id: decision._id, "appeal.at": IS_SET, "appeal.outcome": NOT_SET },
      {
        $set: {
          "appeal.outcome": outcome,
          "appeal.why": why,
          "appeal.admin": new Types.ObjectId(actor.id),
          "appeal.decidedAt": now,
        },
      },
    ).session(transaction);
    if (modifiedCount === 0) throw new Refusal("appeal_decided");
    const after = OUTCOME_WORDS[outcome];
    await recordAct(
      { actor, act: "appeal.decide", target: reported.target, why, after, at: now },
      transaction,
    );
    const account = await accountAtStake(decision, transaction);
    await mayActOn(actor, account, "reports.decide", transaction);
    await mailAppealed(
      { decisionId, named, person, measure, standing, back, outcome, why, own },
      transaction,
    );
  };
  const undo = outcome === "revenir" && standing === "stands" ? measure : "classer";
  switch (undo) {
    case "classer":
      await inTransaction(alongside);
      break;
    case "masquer":
      await publishReview({ actor, reviewId: target.toString(), now, granted: alongside });
      break;
    case "retirer":
      await inTransaction(async (transaction) => {
        const { _id } = decision;
        const back = photo && (await putPhotoBack(target, photo, _id, now, transaction));
        await alongside(transaction, back);
      });
      await bumpContentVersion({ venues: [target.toString()] });
      break;
    case "suspendre":
      await inTransaction(async (transaction) => {
        await restoreVenue(target, transaction, at);
        await forgetCallingOff(`venue:${target.toString()}`, transaction);
        await alongside(transaction);
      });
      await bumpContentVersion({ venues: [target.toString()] });
      break;
    case "bannir": {
      const ban = { userId: person.toString(), bannedAt: at };
      const hidden = { actor, reviewId: target.toString(), why: decision.why, now };
      let shownAt: Types.ObjectId | null = null;
      const withReview = async (transaction: ClientSession) => {
        const review =
          decision.kind === "review" ? await showWithAuthor(hidden, transaction) : null;
        shownAt = review?.venue ?? null;
        await alongside(transaction, review?.back);
      };
      // Lifted otherwise, which left the review hidden.
      const isOver = (await standingOfBan(decision)) !== "stands";
      if (isOver) await inTransaction(withReview);
      else await unbanUser({ actor, ...ban, why, password, now, alongside: withReview });
      if (shownAt) await bumpContentVersion({ venues: [String(shownAt)] });
      break;
    }
  }
  await enqueue("send-mails");
}

/**
 * Gives a suspended venue back without an appeal: whoever suspended it saw that they were wrong, or its owner
 * has put right what was.
 *
 * @param request.since of the suspension that its page showed, which alone is lifted; absent: whichever stands
 * @throws Refusal("not_found" | "venue_not_suspended" | "suspension_changed" | "forbidden" | "own_matter")
 */
export async function restoreForPlatform({
  actor,
  venueId,
  since,
  why,
  now,
}: Pick<Answer, "actor" | "why" | "now"> & {
  venueId: string;
  since?: Date | undefined;
}): Promise<void> {
  const venue = await VenueModel.findById(venueId, "userId title city").lean();
  if (!venue) throw new Refusal("not_found");
  await inTransaction(async (transaction) => {
    await restoreVenue(venue._id, transaction, since);
    await forgetCallingOff(`venue:${venueId}`, transaction);
    await recordAct(
      {
        actor,
        act: "venue.restore",
        target: venueId,
        why,
        before: "suspendu",
        after: "rétabli",
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "reports.decide", transaction);
    await leavesOwnMatter(actor, venue.userId.toString(), "reports.decide", transaction);
    await mailRestored(venue, { why, now }, transaction);
  });
  await bumpContentVersion({ venues: [venueId] });
  await enqueue("send-mails");
}
