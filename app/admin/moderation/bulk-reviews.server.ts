import { trusted } from "mongoose";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReviewModel, type Review } from "@models/review";
import { refusalMessage } from "~/platform/refusal";
import { REVIEWED_ELSEWHERE } from "~/rules/reason";
import type { Actor } from "../audit/actor.server";
import type { Bulk } from "../bulk/bulk";
import { refuseForPlatform } from "./decide-report.server";
import { isOwnReview, publishReview } from "../reviews/decide-review.server";
import { elsewhereAmong } from "../reviews/moved-venues.server";
import { venueNamesOf } from "../reviews/list-reviews.server";
import { REVIEW_STATE_LABELS, type ReviewAct } from "../reviews/review-states";

interface Said {
  actor: Actor;
  why: string;
  now: Date;
}

/** Several reviews published, or refused for one reason that each author is told; not those that are somebody else's to answer. */
export function reviewBulk(by: Pick<Actor, "id">): Bulk<ReviewAct, Said> {
  return {
    async look(act, ids) {
      const reviews = await ReviewModel.find(
        { _id: trusted({ $in: ids }) },
        "reservation venue author authorName state refusal",
      ).lean();
      const [names, hidden, elsewhere] = await Promise.all([
        venueNamesOf(reviews),
        hiddenOf(reviews),
        act === "publier" ? elsewhereAmong(reviews) : new Set<string>(),
      ]);
      return await Promise.all(
        reviews.map(async (review) => ({
          id: review._id.toString(),
          title: `${review.authorName} sur ${names.get(review.venue.toString()) ?? "un lieu inconnu"}`,
          state: stateText(review, hidden),
          href: `/admin/avis/${review._id.toString()}`,
          hindrance: elsewhere.has(review._id.toString())
            ? refusalMessage("review_venue_moved")
            : await hindranceOf(act, review, by),
          seen: review.state,
        })),
      );
    },
    run: (act, reviewId, { actor, why, now }, seen) =>
      act === "publier"
        ? publishReview({ actor, reviewId, seen, now })
        : refuseForPlatform({ actor, reviewId, seen, why, now }),
  };
}

/** Which of some reviews a decision hides: its author was told how to appeal, and reporters what became of it. */
async function hiddenOf(
  reviews: readonly Pick<Review, "_id" | "state" | "refusal">[],
): Promise<Set<string>> {
  const refused = reviews
    .filter(({ state, refusal }) => state === "refused" && refusal !== REVIEWED_ELSEWHERE)
    .map(({ _id }) => _id);
  const hiding = { target: trusted({ $in: refused }), measure: "masquer" as const };
  const decisions = await ModerationDecisionModel.find(hiding, "target").lean();
  return new Set(decisions.map(({ target }) => target.toString()));
}

function stateText(
  { _id, state }: Pick<Review, "_id" | "state">,
  hidden: ReadonlySet<string>,
): string {
  if (hidden.has(_id.toString())) return "masqué par une décision";
  return REVIEW_STATE_LABELS[state].toLowerCase();
}

async function hindranceOf(
  act: ReviewAct,
  review: Pick<Review, "venue" | "author" | "state">,
  by: Pick<Actor, "id">,
): Promise<string | null> {
  const end = act === "publier" ? "published" : "refused";
  if (review.state === end) return `Déjà\u00a0: ${REVIEW_STATE_LABELS[end]}.`;
  return (await isOwnReview(by, review, end, null)) ? refusalMessage("own_matter") : null;
}
