import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { refuseForPlatform } from "~/admin/moderation/decide-report.server";
import { Decision, GROUNDED_WHY } from "~/admin/records/components/decision";
import { refuseReviewInput } from "~/admin/reviews/forms";
import { refusableReview } from "~/admin/reviews/review-record.server";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ author, venue }: { author: { name: string }; venue: { name: string } }) =>
  `Refuser l’avis ${ofName(author.name)} sur ${venue.name}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader(
  { access: "reviews.decide", params: idParam },
  ({ params, viewer }) => refusableReview(params.id, viewer),
);

export const action = formAction(
  pageForm({
    access: "reviews.decide",
    params: idParam,
    input: refuseReviewInput,
    async run(call) {
      const { params, input, now } = call;
      const { seen = "", why } = input;
      await refuseForPlatform({ actor: actorOf(call), reviewId: params.id, seen, why, now });
      return { to: `/admin/avis/${params.id}`, toast: "L’avis est refusé." };
    },
  }),
);

export default function RefuseReview() {
  const { id, author, venue, text, state } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ author, venue })}
      consequences={[
        `«\u00a0${text}\u00a0»`,
        state === "published"
          ? "Il quitte la page du lieu, et la note du lieu est recalculée."
          : "Il n’est montré à personne.",
        "Son auteur reçoit la décision et son motif.",
        ...(state === "published"
          ? ["Les signalements ouverts sur cet avis sont décidés avec lui."]
          : []),
      ]}
      state={useFormState(refuseReviewInput)}
      asks={["why"]}
      whyHint={GROUNDED_WHY}
      confirmLabel="Refuser l’avis"
      backHref={`/admin/avis/${id}`}
    >
      <input type="hidden" name="seen" value={state} />
    </Decision>
  );
}
