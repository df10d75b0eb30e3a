import { actorOf } from "~/admin/audit/actor.server";
import { publishReview } from "~/admin/reviews/decide-review.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Publish a review",
    access: "reviews.decide",
    refuses: ["review_decided", "review_venue_moved", "own_matter"],
    params: idParam,
    async run(call) {
      await publishReview({ actor: actorOf(call), reviewId: call.params.id, now: call.now });
      return {};
    },
  }),
});

export const action = loader;
