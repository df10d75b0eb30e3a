import { useLoaderData } from "@remix-run/react";
import { MemberLayout } from "~/accounts/components/member-layout";
import { heldText, ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import { deleteVenue, isDeletedVenue, venueDeparture } from "~/offboarding/delete-venue.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Supprimer un lieu", { isPrivate: true });

const page = { access: "member", params: idParam } as const;

export const loader = pageLoader(page, async ({ viewer, params: { id }, now }) => ({
  venueId: id,
  ...(await venueDeparture(viewer.id, id, now)),
}));

export const action = formAction({
  delete: pageForm({
    ...page,
    failure: "venueRemoval",
    async run({ viewer, params, now }) {
      // Pressed twice, it is deleted.
      if (!(await isDeletedVenue(viewer.id, params.id)))
        await deleteVenue(viewer.id, params.id, now);
      return { to: "/", toast: "La location a été bien supprimée avec succès." };
    },
  }),
});

export default function DeleteVenue() {
  const { venueId, name, obstacles, heldUntil, isFree } = useLoaderData<typeof loader>();
  const path = `/profil/location/${venueId}`;
  return (
    <MemberLayout>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      {isFree ? (
        <ConfirmPanel
          question={"Supprimer ce lieu\u00a0?"}
          consequence={
            <p>
              Le lieu <b>{name}</b> ne sera plus proposé dans la recherche et disparaîtra de vos
              lieux. Ses réservations passées restent. C’est définitif.
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
          {obstacles.length > 0 ? (
            <>
              <p>
                Ce lieu a encore des réservations à venir&nbsp;: il pourra être supprimé après leur
                fin ou leur annulation. Rendez-le indisponible pour ne plus en recevoir.
              </p>
              <FormSection id="reservations" title="Réservations à venir">
                <ObstacleItems obstacles={obstacles} />
              </FormSection>
            </>
          ) : null}
          {heldUntil ? <p>{heldText(heldUntil)}</p> : null}
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
