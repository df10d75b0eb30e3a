import { useLoaderData } from "@remix-run/react";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { OwnReviewCard, ReviewForm } from "~/reviews/components/own-review";
import { reviewInput } from "~/reviews/forms";
import { reviewPage } from "~/reviews/review-page.server";
import { writeReview } from "~/reviews/write-review.server";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ venue }) => `Mon avis, ${venue}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) =>
    await reviewPage({ reservationId: params.id, buyerId: viewer.id, now }),
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    input: reviewInput,
    async run({ viewer, params, input, now }) {
      await writeReview({ reservationId: params.id, buyerId: viewer.id, ...input, now });
      return {
        to: `/mes-demandes/${params.id}/avis`,
        toast: "Merci\u00a0! Votre avis est envoyé.",
      };
    },
  }),
);

export default function Review() {
  const { venue, periodText, review } = useLoaderData<typeof loader>();
  const state = useFormState(reviewInput);
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <div className="stack gap-2">
          <h1>Mon avis</h1>
          <p className="muted">{`${venue}, ${periodText}.`}</p>
        </div>
        <ErrorSummary issues={summaryOf(state.errors)} />
        {review ? <OwnReviewCard review={review} /> : <ReviewForm state={state} />}
      </div>
    </Main>
  );
}
