import { actorOf } from "~/admin/audit/actor.server";
import { refuseInput } from "~/admin/masters/forms";
import { refuseForPlatform } from "~/admin/moderation/decide-report.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Refuse a review",
    access: "reviews.decide",
    refuses: ["review_decided", "report_decided", "own_matter"],
    params: idParam,
    input: refuseInput,
    async run(call) {
      const { params, input, now } = call;
      await refuseForPlatform({ actor: actorOf(call), reviewId: params.id, why: input.why, now });
      return {};
    },
  }),
});

export const action = loader;
