import { useLoaderData } from "@remix-run/react";
import { unpaidHold } from "~/bookings/payment/payment-pages.server";
import { pageLoader } from "~/platform/web/form-action.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Main } from "~/ui/main";

export const meta = pageMeta("Paiement", { isPrivate: true });

/** The `message` of the query string is never shown: anyone could have written it. */
export const loader = pageLoader(async ({ request, params, context }) => {
  const viewer = await context.session.viewer();
  const id = new URL(request.url).searchParams.get("demande");
  const hold = viewer && id ? await unpaidHold(id, { buyerId: viewer.id, now: new Date() }) : null;
  return {
    hold,
    retryHref: hold ? `/reservation/${hold.venueId}/paiement?demande=${hold.id}` : null,
    venueHref: `/reservation/${params.id ?? ""}`,
  };
});

export default function PaymentFailed() {
  const { hold, retryHref, venueHref } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <EmptyState
        title="Échec du paiement&nbsp;!"
        heading={1}
        illustration="salle-municipale"
        action={
          <p className="row justify-center">
            {retryHref ? (
              <LinkButton href={retryHref}>Réessayer le paiement</LinkButton>
            ) : (
              <LinkButton href={venueHref}>Choisir de nouveau vos dates</LinkButton>
            )}
            <LinkButton variant="secondary" href="/">
              Retour
            </LinkButton>
          </p>
        }
      >
        <p>Votre paiement n’a pas pu aboutir.</p>
        <p>
          {hold
            ? `Rien n’a été débité. Vos dates restent retenues jusqu’au ${hold.until}.`
            : "Rien n’a été débité."}
        </p>
      </EmptyState>
    </Main>
  );
}
