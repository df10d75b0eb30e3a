import { trusted } from "mongoose";
import { ReviewModel } from "@models/review";
import type { Actor } from "../audit/actor.server";
import type { Bulk } from "../bulk/bulk";
import { refuseForPlatform } from "../moderation/decide-report.server";
import { publishReview } from "./decide-review.server";
import { titlesOf } from "./list-reviews.server";
import { REVIEW_STATE_LABELS, type ReviewAct } from "./review-states";

/** Several reviews published, or refused for one reason that each author is told. */
export const reviewBulk: Bulk<ReviewAct, { actor: Actor; why: string; now: Date }> = {
  async look(act, ids) {
    const reviews = await ReviewModel.find(
      { _id: trusted({ $in: ids }) },
      "venue authorName state",
    ).lean();
    const titles = await titlesOf(reviews);
    const end = act === "publier" ? "published" : "refused";
    return reviews.map(({ _id, venue, authorName, state }) => ({
      id: _id.toString(),
      title: `${authorName} sur ${titles.get(venue.toString()) ?? "un lieu inconnu"}`,
      href: `/admin/avis/${_id.toString()}`,
      hindrance: state === end ? `Déjà\u00a0: ${REVIEW_STATE_LABELS[state]}.` : null,
    }));
  },
  run: (act, reviewId, { actor, why, now }) =>
    act === "publier"
      ? publishReview({ actor, reviewId, now })
      : refuseForPlatform({ actor, reviewId, why, now }),
};
