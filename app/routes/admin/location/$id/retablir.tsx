import { useLoaderData } from "@remix-run/react";
import { actorOf, leavesOwnMatter } from "~/admin/audit/actor.server";
import { restoreForPlatform } from "~/admin/moderation/decide-appeal.server";
import { restoreInput } from "~/admin/moderation/forms";
import { Decision } from "~/admin/records/components/decision";
import { suspendedVenue } from "~/admin/venues/venue-record.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ title }: { title: string }) => `Rétablir ${title}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

const access = "reports.decide";

export const loader = pageLoader({ access, params: idParam }, async ({ viewer, params, now }) => {
  const venue = await suspendedVenue(params.id, now);
  await leavesOwnMatter(viewer, venue.owner?.id, access, null);
  return venue;
});

export const action = formAction(
  pageForm({
    access,
    params: idParam,
    input: restoreInput,
    async run(call) {
      const { params, input, now } = call;
      const [actor, since] = [actorOf(call), new Date(input.since)];
      await restoreForPlatform({ actor, venueId: params.id, since, why: input.why, now });
      return { to: `/admin/location/${params.id}`, toast: "Le lieu est rétabli." };
    },
  }),
);

export default function RestoreVenue() {
  const { id, title, suspendedAt, suspendedFor } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ title })}
      subjects={suspendedFor === null ? [] : [`Motif de la suspension\u00a0: ${suspendedFor}`]}
      consequences={[
        "Le lieu peut de nouveau être trouvé et réservé, si son propriétaire peut être payé.",
        "Les réservations qui ont été annulées le restent.",
        "Le propriétaire est prévenu par e-mail, avec le motif.",
      ]}
      state={useFormState(restoreInput)}
      asks={["why"]}
      confirmLabel={`Rétablir ${title}`}
      backHref={`/admin/location/${id}`}
      soft
    >
      <input type="hidden" name="since" value={suspendedAt ?? 0} />
    </Decision>
  );
}
