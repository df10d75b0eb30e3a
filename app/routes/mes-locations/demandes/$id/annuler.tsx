import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import {
  cancelReservation,
  ownersCancellationToast,
} from "~/bookings/cancel/cancel-reservation.server";
import { KeepClosedField } from "~/bookings/components/keep-closed-field";
import { OtherDatesHint } from "~/bookings/components/other-dates-hint";
import { ownersRefundText } from "~/bookings/components/refund-text";
import { ownerCancelInput } from "~/bookings/cancel/forms";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { bookedVenueName } from "~/rules/venue-name";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { TextareaField } from "~/ui/inputs";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Annuler une réservation", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params: { id }, now }) => {
    const page = await cancelPage(id, { role: "owner", userId: viewer.id }, now);
    // Called off: its own page says what became of it.
    if ("endedAs" in page) throw redirect(`/mes-locations/demandes/${id}`, 303);
    return page;
  },
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    failure: "cancellation",
    input: ownerCancelInput,
    async run({ viewer, params, input, now }) {
      const cancelled = await cancelReservation({
        reservationId: params.id,
        by: { role: "owner", userId: viewer.id },
        why: input.why,
        keepClosed: input.keepClosed,
        expectedStay: input.stay,
        expectedAmount: input.amount,
        now,
      });
      return {
        to: `/mes-locations/demandes/${params.id}`,
        toast: await ownersCancellationToast(cancelled),
      };
    },
  }),
);

export default function CancelBooking() {
  const { reservation, preview, contested, mayChange } = useLoaderData<typeof loader>();
  const { errors, field, values } = useFormState(ownerCancelInput);
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={"Annuler cette réservation\u00a0?"}
        consequence={
          <>
            <p>{`${bookedVenueName(reservation)}, ${reservation.periodText}, ${reservation.reference}.`}</p>
            <p>
              <strong>{ownersRefundText(preview, contested)}</strong>
            </p>
            <p>Ces dates ne sont plus réservées.</p>
            {mayChange ? <OtherDatesHint /> : null}
          </>
        }
        confirmLabel="Annuler la réservation"
        intent="cancel"
        backHref={`/mes-locations/demandes/${reservation.id}`}
      >
        <input type="hidden" name="stay" value={reservation.periodText} />
        <input type="hidden" name="amount" value={preview.amount} />
        <TextareaField {...field("why")} label="Motif" hint="Il est montré au client." rows={3} />
        <KeepClosedField isTicked={values.keepClosed !== undefined} />
      </ConfirmPanel>
    </Main>
  );
}
