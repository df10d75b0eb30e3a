import { exportLoader } from "~/admin/lists/export-loader.server";
import { everyReview } from "~/admin/reviews/list-reviews.server";
import { REVIEW_COLUMNS } from "~/admin/reviews/review-states";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/avis"], ({ params, now }) =>
  csvResponse(`avis-${todayInParis(now)}`, REVIEW_COLUMNS, everyReview(params)),
);
