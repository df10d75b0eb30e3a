import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { bulkInput } from "~/admin/bulk/bulk";
import { bulkQuestion, bulkShown } from "~/admin/bulk/bulk-titles";
import { BulkPage } from "~/admin/bulk/components/bulk-page";
import { previewBulk, runBulk } from "~/admin/bulk/run-bulk.server";
import { GROUNDED_WHY } from "~/admin/records/components/decision";
import { reviewBulk } from "~/admin/moderation/bulk-reviews.server";
import { refuseManyInput } from "~/admin/reviews/forms";
import { REVIEW_ACT_LABELS, REVIEW_ACTS } from "~/admin/reviews/review-states";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { reviewList } from "~/admin/reviews/list-reviews.server";
import { pageMeta } from "~/platform/web/page-meta";

const NOUN = ["avis", "avis"] as const;

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ act, rows }) => bulkQuestion(REVIEW_ACT_LABELS[act], NOUN, rows),
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "reviews.decide", params: z.object({ acte: z.enum(REVIEW_ACTS).catch("publier") }) },
  ({ params: { acte }, query, viewer }) =>
    previewBulk({ bulk: reviewBulk(viewer), list: reviewList }, acte, query),
);

export const action = formAction({
  publier: pageForm({
    access: "reviews.decide",
    input: bulkInput,
    async run(call) {
      const { viewer, input, now } = call;
      const by = { actor: actorOf(call), why: "", now };
      const results = await runBulk(reviewBulk(viewer), "publier", input, by);
      return bulkShown(REVIEW_ACT_LABELS.publier, NOUN, results);
    },
  }),
  refuser: pageForm({
    access: "reviews.decide",
    input: refuseManyInput,
    async run(call) {
      const { viewer, input, now } = call;
      const by = { actor: actorOf(call), why: input.why, now };
      const results = await runBulk(reviewBulk(viewer), "refuser", input, by);
      return bulkShown(REVIEW_ACT_LABELS.refuser, NOUN, results);
    },
  }),
});

export default function ReviewsAtOnce() {
  const { act, ...chosen } = useLoaderData<typeof loader>();
  const isRefusal = act === "refuser";
  return (
    <BulkPage
      path="/admin/avis"
      {...chosen}
      act={act}
      verb={REVIEW_ACT_LABELS[act]}
      noun={NOUN}
      consequences={
        isRefusal
          ? [
              "Ils ne sont montrés à personne.",
              "Chaque auteur reçoit la décision et le motif.",
              "Les signalements ouverts sur ces avis sont décidés avec eux.",
            ]
          : ["Ils sont montrés sur la page du lieu.", "Chaque auteur en est prévenu par e-mail."]
      }
      state={useFormState(isRefusal ? refuseManyInput : bulkInput)}
      asks={isRefusal ? ["why"] : []}
      whyHint={GROUNDED_WHY}
      soft={!isRefusal}
    />
  );
}
