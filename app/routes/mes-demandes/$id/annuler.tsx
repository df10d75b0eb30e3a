import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { cancelPreview } from "~/bookings/cancel/cancel-preview.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { refundText } from "~/bookings/components/refund-text";
import { cancelForm } from "~/bookings/forms";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Annuler une demande", { isPrivate: true });

export const loader = pageLoader(async ({ params, context }) => {
  const viewer = await requireViewer(context);
  return await cancelPreview(params.id ?? "", { role: "buyer", userId: viewer.id }, new Date());
});

export const action = formAction(
  intent({
    validator: withZod(cancelForm),
    async run({ data, params, context }) {
      const viewer = await requireViewer(context);
      const { refunded } = await cancelReservation({
        reservationId: params.id ?? "",
        by: { role: "buyer", userId: viewer.id },
        expectedAmount: data.amount,
        now: new Date(),
      });
      return await redirectWithToast("/mes-demandes", {
        type: "success",
        message: refunded > 0 ? "Paiement remboursé" : "Votre demande est annulée.",
      });
    },
  }),
);

export default function CancelRequest() {
  const { reservation, preview } = useLoaderData<typeof loader>();
  const { errors } = useFormState();
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={"Annuler cette demande\u00a0?"}
        consequence={
          <>
            <p>{`${reservation.venueTitle}, ${reservation.periodText}.`}</p>
            <p>
              <strong>{refundText(preview)}</strong>
            </p>
            <p className="hint">{reservation.policyText}</p>
          </>
        }
        confirmLabel="Annuler la demande"
        intent="cancel"
        backHref="/mes-demandes"
      >
        <input type="hidden" name="amount" value={preview.amount} />
      </ConfirmPanel>
    </Main>
  );
}
