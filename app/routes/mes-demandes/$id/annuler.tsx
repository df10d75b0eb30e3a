import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import {
  cancellationToast,
  cancelReservation,
  keptDatesToast,
} from "~/bookings/cancel/cancel-reservation.server";
import { refundText } from "~/bookings/components/refund-text";
import { cancelInput } from "~/bookings/cancel/forms";
import { nounOf } from "~/rules/reservation-states";
import { bookedVenueName } from "~/rules/venue-name";
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
  ({ reservation: { supplementTo, state } }) =>
    supplementTo ? "Garder mes dates" : `Annuler une ${nounOf(state)}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params: { id }, now }) => {
    const page = await cancelPage(id, { role: "buyer", userId: viewer.id }, now);
    // Called off: its own page says what became of it, and days that were given up have none.
    if ("endedAs" in page)
      throw redirect(page.endedAs === "dead" ? "/mes-demandes" : `/mes-demandes/${id}`, 303);
    return page;
  },
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
        expectedStay: input.stay,
        expectedAmount: input.amount,
        expectedPaid: input.paid,
        now,
      });
      const toast = cancelled.supplementTo
        ? await keptDatesToast(cancelled)
        : await cancellationToast(cancelled);
      return { to: "/mes-demandes", toast };
    },
  }),
);

export default function CancelRequest() {
  const { reservation, preview, contested } = useLoaderData<typeof loader>();
  const { errors } = useFormState(cancelInput);
  const noun = nounOf(reservation.state);
  const { supplementTo, periodText } = reservation;
  const venue = bookedVenueName(reservation);
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={supplementTo ? "Garder vos dates\u00a0?" : `Annuler cette ${noun}\u00a0?`}
        consequence={
          supplementTo ? (
            <>
              <p>{`${venue}\u00a0: les nouvelles dates, ${periodText}, ne seront plus retenues.`}</p>
              <p>{`Votre réservation reste comme elle est, ${supplementTo.periodText}.`}</p>
            </>
          ) : (
            <>
              <p>{`${venue}, ${periodText}.`}</p>
              <p>
                <strong>{refundText(preview, contested)}</strong>
              </p>
              <p className="hint">{reservation.policyText}</p>
            </>
          )
        }
        confirmLabel={supplementTo ? "Garder mes dates" : `Annuler la ${noun}`}
        intent="cancel"
        backHref={supplementTo ? "/mes-demandes" : `/mes-demandes/${reservation.id}`}
      >
        <input type="hidden" name="stay" value={periodText} />
        <input type="hidden" name="amount" value={preview.amount} />
        <input type="hidden" name="paid" value={preview.paid} />
      </ConfirmPanel>
    </Main>
  );
}
