import { z } from "zod";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { reviewInput } from "~/reviews/forms";
import { writeReview } from "~/reviews/write-review.server";

/** Keeps what a buyer says of their own ended reservation, which the path names. */
const handler = apiAction({
  POST: apiCall({
    summary: "Write a review of one's reservation that is over",
    access: "member",
    refuses: ["review_too_early", "review_exists"],
    params: idParam,
    input: reviewInput,
    output: z.object({ review: z.object({ _id: z.string(), state: z.string() }) }),
    async run({ viewer, params, input, now }) {
      const writing = { reservationId: params.id, buyerId: viewer.id, ...input, now };
      const { _id, state } = await writeReview(writing);
      return { review: { _id: _id.toString(), state } };
    },
  }),
});

export { handler as action, handler as loader };
