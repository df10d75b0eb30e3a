import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { ModerationHistory } from "~/admin/moderation/components/moderation-parts";
import { ReviewHead, ReviewPart } from "~/admin/reviews/components/review-parts";
import { publishReview } from "~/admin/reviews/decide-review.server";
import { publishInput } from "~/admin/reviews/forms";
import { reviewRecord } from "~/admin/reviews/review-record.server";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ author, venue }) => `Avis ${ofName(author.name)} sur ${venue.name}`,
  { isPrivate: true },
);

export const loader = pageLoader({ access: "office.read", params: idParam }, ({ params, viewer }) =>
  reviewRecord(params.id, viewer),
);

export const action = formAction(
  pageForm({
    access: "reviews.decide",
    params: idParam,
    input: publishInput,
    async run(call) {
      const { params, input, now } = call;
      const { seen = "" } = input;
      await publishReview({ actor: actorOf(call), reviewId: params.id, seen, now });
      return { to: `/admin/avis/${params.id}`, toast: "L’avis est publié." };
    },
  }),
);

export default function Review() {
  const review = useLoaderData<typeof loader>();
  return (
    <>
      <ErrorSummary issues={summaryOf(useFormState(publishInput).errors)} />
      <ReviewHead review={review} />
      <ReviewPart review={review} />
      <ModerationHistory lines={review.moderation} />
    </>
  );
}
