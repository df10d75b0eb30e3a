import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import { deleteVenue, venueDeparture } from "~/offboarding/delete-venue.server";
import { confirmForm } from "~/bookings/forms";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { LinkButton } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Supprimer un lieu", { isPrivate: true });

export const loader = pageLoader(async ({ params, context }) => {
  const { id } = await requireViewer(context);
  const venueId = params.id ?? "";
  return { venueId, ...(await venueDeparture(id, venueId, new Date())) };
});

export const action = formAction({
  delete: intent({
    validator: withZod(confirmForm),
    async run({ params, context }) {
      await deleteVenue((await requireViewer(context)).id, params.id ?? "", new Date());
      return await redirectWithToast("/", {
        type: "success",
        message: "La location a été bien supprimée avec succès.",
      });
    },
  }),
});

export default function DeleteVenue() {
  const { venueId, title, obstacles, beingPaid, isFree } = useLoaderData<typeof loader>();
  const path = `/profil/location/${venueId}`;
  return (
    <MemberLayout>
      <ErrorSummary issues={summaryOf(useFormState().errors)} />
      {isFree ? (
        <ConfirmPanel
          question={"Supprimer ce lieu\u00a0?"}
          consequence={
            <p>
              <b>{title}</b> ne sera plus proposé dans la recherche et disparaîtra de vos lieux. Ses
              réservations passées restent. C’est définitif.
            </p>
          }
          confirmLabel="Supprimer le lieu"
          intent="delete"
          backHref={path}
          action={`${path}/supprimer`}
        />
      ) : (
        <>
          <h1>Supprimer ce lieu</h1>
          <p>
            Ce lieu a encore des réservations à venir&nbsp;: il pourra être supprimé après leur fin
            ou leur annulation. Rendez-le indisponible pour ne plus en recevoir.
          </p>
          {obstacles.length > 0 ? (
            <FormSection id="reservations" title="Réservations à venir">
              <ObstacleItems obstacles={obstacles} />
            </FormSection>
          ) : null}
          {beingPaid > 0 ? (
            <p>Quelqu’un paie en ce moment une réservation. Réessayez dans une demi-heure.</p>
          ) : null}
          <p>
            <LinkButton variant="secondary" href={path}>
              Retour
            </LinkButton>
          </p>
        </>
      )}
    </MemberLayout>
  );
}
