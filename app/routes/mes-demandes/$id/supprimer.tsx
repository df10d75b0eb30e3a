import { useLoaderData } from "@remix-run/react";
import { hideReservation } from "~/bookings/cancel/hide-reservation.server";
import { requestPage } from "~/bookings/payment/payment-pages.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Refusal } from "~/platform/refusal";
import { bookedVenueName } from "~/rules/venue-name";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Supprimer une demande", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) => {
    const request = await requestPage(params.id, { buyerId: viewer.id, now });
    if (!request.buyerMayHide) throw new Refusal("not_found");
    return { request };
  },
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    failure: "removal",
    async run({ viewer, params, now }) {
      await hideReservation({ reservationId: params.id, buyerId: viewer.id, now });
      return { to: "/mes-demandes", toast: "La demande a été supprimée de votre liste." };
    },
  }),
);

export default function RemoveRequest() {
  const { request } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <ConfirmPanel
        question={"Supprimer cette demande\u00a0?"}
        consequence={
          <>
            <p>{`${bookedVenueName(request)}, ${request.periodText}.`}</p>
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
