import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf, confirmActor } from "~/admin/audit/actor.server";
import { bulkQuestion, bulkShown } from "~/admin/bulk/bulk-titles";
import { BulkPage } from "~/admin/bulk/components/bulk-page";
import { previewBulk, runBulk } from "~/admin/bulk/run-bulk.server";
import { GroundsFields } from "~/admin/moderation/components/grounds-fields";
import { restoreManyInput, suspendManyInput } from "~/admin/moderation/forms";
import { venueBulk } from "~/admin/moderation/bulk-venues.server";
import { VENUE_ACT_LABELS, VENUE_ACTS } from "~/admin/venues/venue-state";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { venueList } from "~/admin/venues/list-venues.server";
import { pageMeta } from "~/platform/web/page-meta";

const NOUN = ["lieu", "lieux"] as const;

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ act, rows }) => bulkQuestion(VENUE_ACT_LABELS[act], NOUN, rows),
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "reports.decide", params: z.object({ acte: z.enum(VENUE_ACTS).catch("suspendre") }) },
  ({ params: { acte }, query, viewer }) =>
    previewBulk({ bulk: venueBulk(viewer), list: venueList }, acte, query),
);

export const action = formAction({
  suspendre: pageForm({
    access: "reports.decide",
    input: suspendManyInput,
    async run(call) {
      const { viewer, input, now } = call;
      const { reason, facts, currentPassword } = input;
      const actor = actorOf(call);
      await confirmActor(actor, currentPassword, now);
      const said = { actor, reason, facts, now };
      const results = await runBulk(venueBulk(viewer), "suspendre", input, said);
      return bulkShown(VENUE_ACT_LABELS.suspendre, NOUN, results);
    },
  }),
  retablir: pageForm({
    access: "reports.decide",
    input: restoreManyInput,
    async run(call) {
      const { viewer, input, now } = call;
      const said = { actor: actorOf(call), facts: input.why, now };
      const results = await runBulk(venueBulk(viewer), "retablir", input, said);
      return bulkShown(VENUE_ACT_LABELS.retablir, NOUN, results);
    },
  }),
});

export default function VenuesAtOnce() {
  const { act, ...chosen } = useLoaderData<typeof loader>();
  const isSuspension = act === "suspendre";
  const state = useFormState(isSuspension ? suspendManyInput : restoreManyInput);
  return (
    <BulkPage
      path="/admin/location"
      {...chosen}
      act={act}
      verb={VENUE_ACT_LABELS[act]}
      noun={NOUN}
      consequences={
        isSuspension
          ? [
              "Plus de fiche, plus de recherche, plus de réservation. Les réservations à venir tiennent.",
              "Chaque propriétaire reçoit la décision, le motif, les faits et la voie de recours.",
              "Les signalements ouverts sur ces lieux sont décidés avec eux.",
            ]
          : [
              "Ils peuvent de nouveau être trouvés et réservés, si leur propriétaire peut être payé.",
              "Chaque propriétaire est prévenu par e-mail, avec le motif.",
            ]
      }
      state={state}
      asks={isSuspension ? ["password"] : ["why"]}
      soft={!isSuspension}
    >
      {isSuspension ? <GroundsFields state={state} measure="suspendre" /> : null}
    </BulkPage>
  );
}
