import { useLoaderData } from "@remix-run/react";
import { ownAccountUrl } from "~/payments/account-page.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { DangerZone, FormSection } from "~/ui/form-section";
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
  return (
    <>
      <div className="stack gap-2">
        <h1>Mon Compte</h1>
        <p className="muted">{email}</p>
      </div>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
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
      <FormSection id="donnees" title="Mes données">
        <p>
          Emportez tout ce que nous savons de vous&nbsp;: compte, lieux, réservations, paiements,
          avis, messages et sessions, dans un fichier JSON.
        </p>
        <p>
          <LinkButton
            variant="secondary"
            icon="document"
            href="/mes-parametres/mes-donnees"
            download
          >
            Télécharger mes données
          </LinkButton>
        </p>
      </FormSection>
      {isAdmin ? null : (
        <DangerZone id="desactiver" title="Désactiver mon compte">
          <p>Vos données personnelles sont effacées et vos lieux retirés. C’est définitif.</p>
          <p>
            <LinkButton variant="quiet-danger" icon="corbeille" href="/mes-parametres/desactiver">
              Désactiver mon compte
            </LinkButton>
          </p>
        </DangerZone>
      )}
    </>
  );
}
