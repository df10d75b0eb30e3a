import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { confirmForm } from "~/bookings/forms";
import { hideReservation } from "~/bookings/cancel/hide-reservation.server";
import { requestPage } from "~/bookings/payment/payment-pages.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Refusal } from "~/platform/web/refusal";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { Main } from "~/ui/main";

export const meta = pageMeta("Supprimer une demande", { isPrivate: true });

export const loader = pageLoader(async ({ params, context }) => {
  const viewer = await requireViewer(context);
  const request = await requestPage(params.id ?? "", { buyerId: viewer.id, now: new Date() });
  if (!request.buyerMayHide) throw new Refusal("not_found");
  return { request };
});

export const action = formAction(
  intent({
    validator: withZod(confirmForm),
    async run({ params, context }) {
      const viewer = await requireViewer(context);
      const reservationId = params.id ?? "";
      await hideReservation({ reservationId, buyerId: viewer.id, now: new Date() });
      return await redirectWithToast("/mes-demandes", {
        type: "success",
        message: "La demande a été supprimée de votre liste.",
      });
    },
  }),
);

export default function RemoveRequest() {
  const { request } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <ConfirmPanel
        question={"Supprimer cette demande\u00a0?"}
        consequence={
          <>
            <p>{`${request.venueTitle}, ${request.periodText}.`}</p>
            <p>Elle disparaît de votre liste. Vos paiements et vos reçus restent.</p>
          </>
        }
        confirmLabel="Supprimer la demande"
        intent="remove"
        backHref="/mes-demandes"
      />
    </Main>
  );
}
