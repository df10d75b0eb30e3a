import { useLoaderData } from "@remix-run/react";
import { cancelPreview } from "~/bookings/cancel/cancel-preview.server";
import { cancellationToast, cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { refundText } from "~/bookings/components/refund-text";
import { cancelInput } from "~/bookings/cancel/forms";
import { nounOf } from "~/rules/reservation-states";
import { idParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { useFormState } from "~/platform/web/form-state";
import { pageMeta } from "~/platform/web/page-meta";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ reservation }) => `Annuler une ${nounOf(reservation.state)}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) =>
    await cancelPreview(params.id, { role: "buyer", userId: viewer.id }, now),
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    failure: "cancellation",
    input: cancelInput,
    async run({ viewer, params, input, now }) {
      const cancelled = await cancelReservation({
        reservationId: params.id,
        by: { role: "buyer", userId: viewer.id },
        expectedAmount: input.amount,
        expectedPaid: input.paid,
        now,
      });
      return { to: "/mes-demandes", toast: await cancellationToast(cancelled) };
    },
  }),
);

export default function CancelRequest() {
  const { reservation, preview, contested } = useLoaderData<typeof loader>();
  const { errors } = useFormState(cancelInput);
  const noun = nounOf(reservation.state);
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={`Annuler cette ${noun}\u00a0?`}
        consequence={
          <>
            <p>{`${reservation.venueTitle}, ${reservation.periodText}.`}</p>
            <p>
              <strong>{refundText(preview, contested)}</strong>
            </p>
            <p className="hint">{reservation.policyText}</p>
          </>
        }
        confirmLabel={`Annuler la ${noun}`}
        intent="cancel"
        backHref="/mes-demandes"
      >
        <input type="hidden" name="amount" value={preview.amount} />
        <input type="hidden" name="paid" value={preview.paid} />
      </ConfirmPanel>
    </Main>
  );
}
