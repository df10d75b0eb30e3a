import { z } from "zod";
import { useLoaderData } from "@remix-run/react";
import { NextSteps } from "~/bookings/components/next-steps";
import { RequestRecap } from "~/bookings/components/request-recap";
import { StateBadge } from "~/bookings/components/state-badge";
import { paidPage } from "~/bookings/payment/payment-pages.server";
import { objectId } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { Main } from "~/ui/main";

export const meta = pageMeta("Paiement", { isPrivate: true });

/**
 * Stripe sends people here after a payment. The page is public; the reservation is its buyer's, who
 * may have to log in again to see it.
 */
export const loader = pageLoader(
  { access: "public", params: z.object({ demande: objectId.optional() }) },
  async ({ request, viewer, params: { demande }, now }) => {
    const { pathname, search } = new URL(request.url);
    const paid = viewer && demande ? await paidPage(demande, { buyerId: viewer.id, now }) : null;
    return { paid, loginHref: `/connexion?vers=${encodeURIComponent(pathname + search)}` };
  },
);

export default function Paid() {
  const { paid, loginHref } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>{paid?.title ?? "Paiement réussi\u00a0!"}</h1>
        {paid ? (
          <>
            <p>
              <StateBadge tone={paid.request.tone} label={paid.request.label} />
            </p>
            <NextSteps request={paid.request} />
            <div className="card panel">
              <RequestRecap request={paid.request} />
            </div>
          </>
        ) : (
          <p>Connectez-vous pour retrouver votre réservation, avec sa référence et son reçu.</p>
        )}
        <p className="row">
          <LinkButton href="/">Retour à l’accueil</LinkButton>
          <LinkButton variant="secondary" href={paid ? "/mes-demandes" : loginHref}>
            {paid ? "Mes demandes" : "Connexion"}
          </LinkButton>
        </p>
      </div>
    </Main>
  );
}
