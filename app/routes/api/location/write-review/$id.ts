import { z } from "zod";
import { REVIEW_STATES } from "@models/enumerations";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";
import { reviewInput } from "~/reviews/forms";
import { writeReview } from "~/reviews/write-review.server";

const writtenShape = z.object({
  _id: z.string(),
  state: z
    .enum(REVIEW_STATES)
    .describe("`pending`: shown to nobody until an administrator has read it."),
});

/** Keeps what a buyer says of their own ended reservation, which the path names. */
const handler = apiAction({
  POST: apiCall({
    summary: "Write a review of one's reservation that is over",
    access: "member",
    refuses: ["review_too_early", "review_exists", "review_elsewhere"],
    params: idParam,
    input: reviewInput,
    output: z.object({ review: writtenShape }),
    async run({ viewer, params, input, now }) {
      const writing = { reservationId: params.id, buyerId: viewer.id, ...input, now };
      const { _id, state } = await writeReview(writing);
      return { review: { _id: _id.toString(), state } };
    },
  }),
});

export { handler as action, handler as loader };
