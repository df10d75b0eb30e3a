import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { choiceFilter, cursorParam, dayFilter } from "~/admin/lists/filters";
import { ReviewFilterFields, reviewFilterName } from "~/admin/reviews/components/review-filters";
import { ReviewTable } from "~/admin/reviews/components/review-table";
import { listReviews } from "~/admin/reviews/list-reviews.server";
import { REVIEW_FILTERS } from "~/admin/reviews/review-states";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Avis", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: z.object({
      q: searchText,
      etat: choiceFilter(REVIEW_FILTERS),
      date: dayFilter,
      suite: cursorParam,
    }),
  },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listReviews(filters, suite),
  }),
);

export default function Reviews() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Avis"
      path="/admin/avis"
      noun={["avis", "avis"]}
      filters={filters}
      nameOf={reviewFilterName}
      page={page}
      empty="Aucun avis trouvé..."
      fields={<ReviewFilterFields filters={filters} />}
    >
      <ReviewTable reviews={page.rows} />
    </ListFrame>
  );
}
