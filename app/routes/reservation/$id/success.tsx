import { useLoaderData } from "@remix-run/react";
import { NextSteps } from "~/bookings/components/next-steps";
import { RequestRecap } from "~/bookings/components/request-recap";
import { StateBadge } from "~/bookings/components/state-badge";
import { paidPage } from "~/bookings/paid-page.server";
import { requireViewer } from "~/platform/context.server";
import { pageLoader } from "~/platform/form-action.server";
import { pageMeta } from "~/platform/page-meta";
import { LinkButton } from "~/ui/button";
import { Main } from "~/ui/main";

export const meta = pageMeta("Paiement", { isPrivate: true });

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireViewer(context);
  const id = new URL(request.url).searchParams.get("demande") ?? "";
  return await paidPage(id, { buyerId: viewer.id, now: new Date() });
});

export default function Paid() {
  const { request, title } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>{title}</h1>
        <p>
          <StateBadge tone={request.tone} label={request.label} />
        </p>
        <NextSteps request={request} />
        <div className="card panel">
          <RequestRecap request={request} />
        </div>
        <p className="row">
          <LinkButton href="/">Retour à l’accueil</LinkButton>
          <LinkButton variant="secondary" href="/mes-demandes">
            Mes demandes
          </LinkButton>
        </p>
      </div>
    </Main>
  );
}
