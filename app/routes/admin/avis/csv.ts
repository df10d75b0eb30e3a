import { z } from "zod";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { everyReview } from "~/admin/reviews/list-reviews.server";
import { REVIEW_COLUMNS, REVIEW_FILTERS } from "~/admin/reviews/review-states";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({ q: searchText, etat: choiceFilter(REVIEW_FILTERS), date: dayFilter }),
  ({ params, now }) =>
    csvResponse(`avis-${todayInParis(now)}`, REVIEW_COLUMNS, everyReview(params)),
);
