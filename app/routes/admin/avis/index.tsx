import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf } from "~/admin/bulk/components/bulk-form";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { ReviewFilterFields, reviewFilterName } from "~/admin/reviews/components/review-filters";
import { ReviewTable } from "~/admin/reviews/components/review-table";
import { listReviews } from "~/admin/reviews/list-reviews.server";
import { REVIEW_ACT_LABELS } from "~/admin/reviews/review-states";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Avis", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/avis"].extend({ suite: cursorParam }),
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
      <BulkForm path="/admin/avis" needs="reviews.decide" acts={optionsOf(REVIEW_ACT_LABELS)}>
        <ReviewTable reviews={page.rows} />
      </BulkForm>
    </ListFrame>
  );
}
