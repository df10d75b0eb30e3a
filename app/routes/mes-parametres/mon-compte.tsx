import { useLoaderData } from "@remix-run/react";
import { IdentityMissing } from "~/accounts/components/identity-missing";
import { OwnDataSections } from "~/accounts/components/own-data-sections";
import { ownAccountUrl } from "~/payments/account-page.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Mon compte", { isPrivate: true });

export const loader = pageLoader(
  { access: "member" },
  ({ viewer: { email, isAdmin, accountId } }) => ({
    email,
    isAdmin,
    hasStripeAccount: accountId !== undefined,
  }),
);

/** 'Consulter mon compte Stripe': Stripe makes an address that serves once, at the press. */
export const action = formAction(
  pageForm({
    access: "member",
    limit: "payment_account",
    run: async ({ viewer }) => ({ to: await ownAccountUrl(viewer) }),
  }),
);

export default function Account() {
  const { email, isAdmin, hasStripeAccount } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <>
      <div className="stack gap-2">
        <h1>Mon Compte</h1>
        <p className="muted">{email}</p>
      </div>
      <ErrorSummary issues={summaryOf(errors)} />
      <IdentityMissing errors={errors} />
      <FormSection id="stripe" title="Compte de paiement">
        <p>
          {hasStripeAccount
            ? "Vos coordonnées bancaires et vos virements se consultent chez notre prestataire de paiement, Stripe."
            : "Un compte de paiement est nécessaire pour louer vos lieux et recevoir vos virements."}
        </p>
        <Form action="/mes-parametres/mon-compte">
          <p>
            <Button variant="secondary" icon="euro">
              Consulter mon compte Stripe
            </Button>
          </p>
        </Form>
      </FormSection>
      <OwnDataSections canLeave={!isAdmin} />
    </>
  );
}
