import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf } from "~/admin/bulk/components/bulk-form";
import { ReviewTable } from "~/admin/reviews/components/review-table";
import { REVIEW_ACT_LABELS } from "~/admin/reviews/review-states";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { reviewList } from "~/admin/reviews/list-reviews.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = reviewList.page;

export default function Reviews() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <BulkForm path="/admin/avis" needs="reviews.decide" acts={optionsOf(REVIEW_ACT_LABELS)}>
        <ReviewTable reviews={list.page.rows} />
      </BulkForm>
    </ListFrame>
  );
}
