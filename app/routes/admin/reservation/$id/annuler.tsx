import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { pageOfSupplement } from "~/admin/related/supplement-records.server";
import {
  cancelForPlatform,
  platformCancelPreview,
} from "~/admin/reservations/cancel-for-platform.server";
import { cancelForPlatformInput } from "~/admin/reservations/forms";
import { platformRefundText } from "~/bookings/components/refund-text";
import { formatEuros } from "~/platform/money";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ reference }: { reference: string }) =>
  `Annuler la réservation ${reference}\u00a0?`;

export const meta = pageMeta(
  ({ reservation }: { reservation: { reference: string } }) => question(reservation),
  { isPrivate: true },
);

const access = "reservations.cancel";

export const loader = pageLoader(
  { access, params: idParam },
  async ({ params: { id }, viewer, now }) => {
    const whole = await pageOfSupplement(id);
    if (whole !== null) throw redirect(whole, 303);
    const page = await platformCancelPreview(id, viewer, now);
    // Called off: its record says what became of it.
    if ("endedAs" in page) throw redirect(`/admin/reservation/${id}`, 303);
    return page;
  },
);

export const action = formAction(
  pageForm({
    access,
    params: idParam,
    input: cancelForPlatformInput,
    async run(call) {
      const { params, input, now } = call;
      const { stay: expectedStay, amount: expectedAmount, why, currentPassword: password } = input;
      const actor = actorOf(call);
      const reservationId = params.id;
      const expected = { expectedStay, expectedAmount };
      const asked = { actor, reservationId, why, password, ...expected, now };
      const { status } = await cancelForPlatform(asked);
      return {
        to: `/admin/reservation/${params.id}`,
        toast:
          status === "cancelling"
            ? "L’annulation est décidée\u00a0: elle se termine dès que Stripe répond, sans rien faire de plus."
            : "La réservation est annulée.",
      };
    },
  }),
);

export default function CancelForPlatform() {
  const { reservation, preview, contested } = useLoaderData<typeof loader>();
  const { id, reference, venueTitle, periodText } = reservation;
  return (
    <Decision
      question={question({ reference })}
      consequences={[
        `${venueTitle}, ${periodText}\u00a0: ces jours ne sont plus réservés.`,
        platformRefundText(preview, contested),
        "L’acheteur et le propriétaire sont prévenus par e-mail. C’est définitif.",
      ]}
      state={useFormState(cancelForPlatformInput)}
      asks={["why", "password"]}
      whyHint="Il est gardé au journal."
      confirmLabel={
        preview.kind === "refund" && preview.amount > 0 && contested === 0
          ? `Annuler et rendre ${formatEuros(preview.amount)}`
          : "Annuler la réservation"
      }
      backHref={`/admin/reservation/${id}`}
    >
      <input type="hidden" name="stay" value={periodText} />
      <input type="hidden" name="amount" value={preview.amount} />
    </Decision>
  );
}
