import { z } from "zod";
import { choiceFilter, cursorParam } from "~/admin/lists/filters";
import { apiReviews, reviewShape } from "~/admin/reviews/api-reviews.server";
import { REVIEW_FILTERS } from "~/admin/reviews/review-states";
import { nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the reviews",
    access: "office.read",
    params: z.object({ etat: choiceFilter(REVIEW_FILTERS), suite: cursorParam }),
    output: z.object({ reviews: z.array(reviewShape), ...nextShape }),
    run: ({ params: { etat, suite } }) => apiReviews(etat, suite),
  }),
});

export const action = loader;
