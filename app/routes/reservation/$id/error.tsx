import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { useLoaderData } from "@remix-run/react";
import { LOGIN_TO_SEE, LoginToSee } from "~/bookings/components/login-to-see";
import { failedPage, type FailedPage } from "~/bookings/payment/payment-pages.server";
import { objectId } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Main } from "~/ui/main";

const FAILED = "Échec du paiement\u00a0!";

export const meta = pageMeta<{ failed: FailedPage | null }>(
  ({ failed }) => (failed ? FAILED : LOGIN_TO_SEE),
  { isPrivate: true },
);

/**
 * The buyer's alone, as the page after a payment, which it leads to when there was one after all. The
 * `message` of the query string is never shown: anyone could have written it.
 */
export const loader = pageLoader(
  // It asks Stripe, and writes down what Stripe says.
  {
    access: "public",
    params: z.object({ id: z.string(), demande: objectId }),
    underView: false,
  },
  async ({ viewer, params: { id: venueId, demande }, now }) => {
    if (!viewer) return json({ failed: null }, 404);
    const failed = await failedPage(demande, { buyerId: viewer.id, venueId, now });
    if (!failed) throw redirect(`/reservation/${venueId}/success?demande=${demande}`, 303);
    return json({ failed });
  },
);

export default function PaymentFailed() {
  const { failed } = useLoaderData<typeof loader>();
  if (!failed) return <LoginToSee />;
  const { retryHref, keptHref, venueHref } = failed;
  return (
    <Main className="frame section">
      <EmptyState
        title={FAILED}
        heading={1}
        illustration="salle-municipale"
        action={
          <p className="row justify-center">
            {retryHref ? (
              <LinkButton href={retryHref}>Réessayer le paiement</LinkButton>
            ) : (
              <LinkButton href={keptHref ?? venueHref}>
                {keptHref ? "Voir ma réservation" : "Choisir de nouveau vos dates"}
              </LinkButton>
            )}
            <LinkButton variant="secondary" href="/">
              Retour
            </LinkButton>
          </p>
        }
      >
        <p>Votre paiement n’a pas pu aboutir.</p>
        <p>{daysText(failed)}</p>
      </EmptyState>
    </Main>
  );
}

function daysText({ hold, keptHref, standing, money }: FailedPage): string {
  if (hold) {
    const dates = keptHref ? "Vos nouvelles dates" : "Vos dates";
    return `${money} ${dates} restent retenues jusqu’au ${hold.until}.`;
  }
  return standing ? `${money} ${standing}` : money;
}
