import { json } from "@remix-run/node";
import { z } from "zod";
import { useLoaderData } from "@remix-run/react";
import { LOGIN_TO_SEE, LoginToSee } from "~/bookings/components/login-to-see";
import { NextSteps } from "~/bookings/components/next-steps";
import { RequestRecap } from "~/bookings/components/request-recap";
import { StateBadge } from "~/bookings/components/state-badge";
import { paidPage, type PaidPage } from "~/bookings/payment/payment-pages.server";
import type { ReservationView } from "~/bookings/record/reservation-view.server";
import { nounOf } from "~/rules/reservation-states";
import { objectId } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { Main } from "~/ui/main";

export const meta = pageMeta<{ paid: Pick<PaidPage, "title"> | null }>(
  ({ paid }) => paid?.title ?? LOGIN_TO_SEE,
  { isPrivate: true },
);

/**
 * Stripe sends people here after a payment. The reservation is its buyer's: to anybody else the page is
 * not there, and who may have to log in again is led to where they can.
 */
export const loader = pageLoader(
  // It asks Stripe, and writes down what Stripe says.
  {
    access: "public",
    params: z.object({ id: z.string(), demande: objectId }),
    underView: false,
  },
  async ({ viewer, params: { id: venueId, demande }, now }) =>
    viewer
      ? json({ paid: await paidPage(demande, { buyerId: viewer.id, venueId, now }) })
      : json({ paid: null }, 404),
);

export default function Paid() {
  const { paid } = useLoaderData<typeof loader>();
  if (!paid) return <LoginToSee />;
  const { request, isPayable } = paid;
  const mayPay = request.hold !== null && isPayable;
  const next = nextOf(request);
  // Of a supplement that came to nothing neither state nor dates nor price are the reservation's.
  const isInVain = request.supplementTo !== null && request.state === "dead";
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>{paid.title}</h1>
        {isInVain ? null : (
          <p>
            <StateBadge tone={request.tone} label={request.label} />
          </p>
        )}
        <NextSteps page={paid} />
        {isInVain ? null : (
          <div className="card panel">
            <RequestRecap request={request} />
          </div>
        )}
        <p className="row">
          {mayPay ? (
            <LinkButton href={`/reservation/${request.venueId}/paiement?demande=${request.id}`}>
              Reprendre le paiement
            </LinkButton>
          ) : null}
          <LinkButton variant={mayPay ? "secondary" : "primary"} href={next.href}>
            {next.label}
          </LinkButton>
          {request.hold ? null : (
            <LinkButton variant="secondary" href="/">
              Retour à l’accueil
            </LinkButton>
          )}
        </p>
      </div>
    </Main>
  );
}

function nextOf({ id, state, supplementTo }: ReservationView) {
  if (supplementTo) {
    return { href: `/mes-demandes/${supplementTo.id}`, label: "Voir ma réservation" };
  }
  return state === "dead"
    ? { href: "/mes-demandes", label: "Mes demandes" }
    : { href: `/mes-demandes/${id}`, label: `Voir ma ${nounOf(state)}` };
}
