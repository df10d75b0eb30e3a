import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actorOf, leavesOwnMatter } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { pageOfSupplement } from "~/admin/related/supplement-records.server";
import { extendDeadline } from "~/admin/reservations/follow-reservation.server";
import { extendInput, extensionsOf } from "~/admin/reservations/forms";
import { awaitedAnswer } from "~/bookings/answer/extend-answer.server";
import { formatInstant } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { isStayOver } from "~/rules/reservation-states";
import { RadioGroup } from "~/ui/choices";

const question = ({ reference }: { reference: string }) =>
  `Prolonger le délai de réponse de ${reference}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader(
  { access: "reservations.follow", params: idParam },
  async ({ params, viewer, now }) => {
    const whole = await pageOfSupplement(params.id);
    if (whole !== null) throw redirect(whole, 303);
    const { reservation, answerBy, latest } = await awaitedAnswer(params.id, now);
    const owner = reservation.ownerId.toString();
    await leavesOwnMatter(viewer, owner, "reservations.follow", null);
    const extensions = extensionsOf({ answerBy, latest });
    if (extensions.length === 0) throw new Refusal("not_extendable");
    return {
      id: params.id,
      reference: reservation.reference,
      venueTitle: reservation.venueTitle,
      answerBy: formatInstant(answerBy),
      seen: answerBy.getTime(),
      latest: formatInstant(latest),
      isUntilOver: isStayOver(latest, reservation),
      extensions,
    };
  },
);

export const action = formAction(
  pageForm({
    access: "reservations.follow",
    params: idParam,
    input: extendInput,
    async run(call) {
      const { params, input, now } = call;
      await extendDeadline({ actor: actorOf(call), reservationId: params.id, ...input, now });
      return { to: `/admin/reservation/${params.id}`, toast: "Le délai est prolongé." };
    },
  }),
);

export default function Extend() {
  const page = useLoaderData<typeof loader>();
  const { id, reference, venueTitle, answerBy, seen, latest, isUntilOver, extensions } = page;
  const state = useFormState(extendInput);
  return (
    <Decision
      question={question({ reference })}
      consequences={[
        `${venueTitle}\u00a0: la réponse est attendue avant le ${answerBy}.`,
        `Elle peut l’être jusqu’au ${latest} au plus, ${isUntilOver ? "et pas au-delà du séjour" : "tant que l’autorisation de paiement vaut"}.`,
        "L’acheteur et le propriétaire sont prévenus de la nouvelle date.",
      ]}
      state={state}
      asks={["why"]}
      whyHint="Il est gardé au journal."
      confirmLabel="Prolonger"
      backHref={`/admin/reservation/${id}`}
      soft
    >
      <input type="hidden" name="seen" value={seen} />
      <RadioGroup
        label="De combien"
        name="hours"
        value={state.field("hours", extensions[0]?.value).defaultValue}
        error={state.errors.hours}
        options={extensions}
      />
    </Decision>
  );
}
