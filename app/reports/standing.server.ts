import { trusted } from "mongoose";
import type { Measure } from "@models/enumerations";
import { ImageModel } from "@models/image";
import { ModerationDecisionModel, type ModerationDecision } from "@models/moderation-decision";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { REVIEWED_ELSEWHERE } from "~/rules/reason";

/**
 * What has become of a decision's measure: it `stands`; it was taken back by another way and nothing stands any more
 * (`over`); or what stands now is `another`, newer one, which this decision's appeal was not about.
 */
export type Standing = "stands" | "over" | "another";

/** Whether what a decision did is what stands now. */
export async function standingOf(decision: ModerationDecision): Promise<Standing> {
  const { measure, target, at, photo } = decision;
  switch (measure) {
    case "classer":
      return "over";
    case "masquer":
      return await ofReview(decision, ["masquer"]);
    case "retirer": {
      const image = await ImageModel.findById(photo?.image, "removedBy").lean();
      return image?.removedBy?.equals(decision._id) ? "stands" : "over";
    }
    case "suspendre": {
      const venue = await VenueModel.findById(target, "suspendedAt").lean();
      return since(venue?.suspendedAt, at);
    }
    case "bannir": {
      const ban = await standingOfBan(decision);
      // What else it hid stays hidden where the ban alone was lifted.
      const isLeft = ban === "over" && decision.kind === "review";
      return isLeft && (await ofReview(decision, ["masquer", "bannir"])) === "stands"
        ? "stands"
        : ban;
    }
  }
}

/** Of a ban itself, whatever was hidden with it. */
export async function standingOfBan({
  person,
  at,
}: Pick<ModerationDecision, "person" | "at">): Promise<Standing> {
  const user = await UserModel.findById(person, "bannedAt").lean();
  return since(user?.bannedAt, at);
}

/** A measure and its decision bear the same instant. */
function since(inForce: Date | undefined, at: Date): Standing {
  if (!inForce) return "over";
  return inForce.getTime() === at.getTime() ? "stands" : "another";
}

/**
 * A review bears the words of its refusal, which a later decision may have in common. Those of one that is hidden for where its
 * venue is are no decision's.
 */
async function ofReview(
  { target, why, at }: ModerationDecision,
  measures: readonly Measure[],
): Promise<Standing> {
  const review = await ReviewModel.findById(target, "state refusal").lean();
  if (review?.state !== "refused" || review.refusal === REVIEWED_ELSEWHERE) return "over";
  const later = { target, measure: trusted({ $in: measures }), at: trusted({ $gt: at }) };
  const isOthers = review.refusal !== why || (await ModerationDecisionModel.exists(later)) !== null;
  return isOthers ? "another" : "stands";
}
