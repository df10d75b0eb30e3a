import { z } from "zod";
import { choiceCall, cursorCall } from "~/admin/lists/call-filters";
import { apiReviews, reviewShape } from "~/admin/reviews/api-reviews.server";
import { REVIEW_FILTERS } from "~/admin/reviews/review-states";
import { nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { input } from "~/platform/web/input";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the reviews",
    access: "office.read",
    refuses: ["list_too_long", "cursor_unreadable"],
    input: input({ etat: choiceCall(REVIEW_FILTERS), suite: cursorCall }),
    output: z.object({ reviews: z.array(reviewShape), ...nextShape }),
    run: ({ input: { etat, suite } }) => apiReviews(etat, suite),
  }),
});

export const action = loader;
