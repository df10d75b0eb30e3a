import { z } from "zod";
import { useLoaderData } from "@remix-run/react";
import { unpaidHold } from "~/bookings/payment/payment-pages.server";
import { objectId } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Main } from "~/ui/main";

export const meta = pageMeta("Paiement", { isPrivate: true });

/** The `message` of the query string is never shown: anyone could have written it. */
export const loader = pageLoader(
  { access: "public", params: z.object({ id: z.string(), demande: objectId.optional() }) },
  async ({ viewer, params: { id, demande }, now }) => {
    const hold = viewer && demande ? await unpaidHold(demande, { buyerId: viewer.id, now }) : null;
    return {
      hold,
      retryHref: hold ? `/reservation/${hold.venueId}/paiement?demande=${hold.id}` : null,
      venueHref: `/reservation/${id}`,
    };
  },
);

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
