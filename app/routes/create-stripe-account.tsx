import { useLoaderData } from "@remix-run/react";
import { IdentityMissing } from "~/accounts/components/identity-missing";
import { MemberLayout } from "~/accounts/components/member-layout";
import { accountPage, openAccount, ownAccountUrl } from "~/payments/account-page.server";
import { AccountState } from "~/payments/components/account-state";
import { AssumedVat } from "~/payments/components/assumed-vat";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";
import { Banner } from "~/ui/toast";

export const meta = pageMeta("Proposer mes locations", { isPrivate: true });

export const loader = pageLoader({ access: "member" }, async ({ viewer, session, query }) =>
  // Coming back from Stripe has it asked, and what it says written down: not under a view.
  accountPage(viewer, (await session.view()) ? new URLSearchParams() : query),
);

const button = { access: "member", limit: "payment_account" } as const;

export const action = formAction({
  open: pageForm({
    ...button,
    run: async ({ viewer }) => ({ to: await openAccount(viewer.id) }),
  }),
  consult: pageForm({
    ...button,
    run: async ({ viewer }) => ({ to: await ownAccountUrl(viewer) }),
  }),
});

export default function PaymentAccount() {
  const { status, isLookedAt, hasLinkExpired, assumedVat, lacking } =
    useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  const isOpen = status === "active" || status === "restricted" || isLookedAt;
  return (
    <MemberLayout>
      <h1>Proposer mes locations</h1>
      <ErrorSummary issues={summaryOf(errors)} />
      <IdentityMissing errors={{ ...lacking, ...errors }} />
      {hasLinkExpired ? (
        <Banner>Le lien vers notre prestataire a expiré. Reprenez ci-dessous.</Banner>
      ) : null}
      <FormSection id="compte" title="Compte de paiement">
        <AccountState status={status} isLookedAt={isLookedAt} />
        <p>
          Les paiements passent par Stripe, qui vous verse votre part. Vos coordonnées bancaires ne
          sont connues que de lui.
        </p>
        {assumedVat ? <AssumedVat text={assumedVat} /> : null}
        <Form action="/create-stripe-account">
          <p>
            {isOpen ? (
              <Button variant="secondary" icon="euro" name="intent" value="consult">
                Consulter mon compte Stripe
              </Button>
            ) : (
              <Button icon="euro" name="intent" value="open">
                {status === "pending"
                  ? "Compléter mon compte de paiement"
                  : "Créer mon compte de paiement"}
              </Button>
            )}
          </p>
        </Form>
      </FormSection>
      {status ? (
        <p>
          <LinkButton variant="secondary" icon="plus" href="/ajouter-location">
            Référencer mon lieu
          </LinkButton>
        </p>
      ) : null}
    </MemberLayout>
  );
}
