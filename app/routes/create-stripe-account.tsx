import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { buttonForm } from "~/accounts/settings-forms.server";
import { accountPage, openAccount, ownAccountUrl } from "~/payments/account-page.server";
import { AccountState } from "~/payments/components/account-state";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";
import { Banner } from "~/ui/toast";

export const meta = pageMeta("Proposer mes locations", { isPrivate: true });

export const loader = pageLoader(async ({ request, context }) => {
  return await accountPage(await requireViewer(context), new URL(request.url).searchParams);
});

export const action = formAction({
  open: intent({
    validator: withZod(buttonForm),
    async run({ context }) {
      return redirect(await openAccount((await requireViewer(context)).id), 303);
    },
  }),
  consult: intent({
    validator: withZod(buttonForm),
    async run({ context }) {
      return redirect(await ownAccountUrl(await requireViewer(context)), 303);
    },
  }),
});

export default function PaymentAccount() {
  const { status, hasLinkExpired } = useLoaderData<typeof loader>();
  const isOpen = status === "active" || status === "restricted";
  return (
    <MemberLayout>
      <h1>Proposer mes locations</h1>
      <ErrorSummary issues={summaryOf(useFormState().errors)} />
      {hasLinkExpired ? (
        <Banner>Le lien vers notre prestataire a expiré. Reprenez ci-dessous.</Banner>
      ) : null}
      <FormSection id="compte" title="Compte de paiement">
        <AccountState status={status} />
        <p>
          Les paiements passent par Stripe, qui vous verse votre part. Vos coordonnées bancaires ne
          sont connues que de lui.
        </p>
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
