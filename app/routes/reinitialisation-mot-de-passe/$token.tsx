import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewPasswordFields } from "~/accounts/components/new-password-fields";
import { TermsField } from "~/accounts/components/terms-field";
import { newPasswordPage, resetParams } from "~/accounts/forms";
import { newPasswordInput } from "~/accounts/new-password.server";
import { RESET_DONE, resetPage, resetPassword } from "~/accounts/reset-password.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { AuthLayout } from "~/ui/auth-layout";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Nouveau mot de passe", { isPrivate: true });

export const headers = privateHeaders;

export const loader = pageLoader(
  { access: "public", params: resetParams },
  async ({ params: { token }, now }) => {
    const page = await resetPage(token, now);
    return json(page, { status: page.isGood ? 200 : 410 });
  },
);

export const action = formAction(
  pageForm({
    access: "public",
    params: resetParams,
    limit: "reset_address",
    failure: "reset",
    input: newPasswordInput,
    async run({ input: { password, CGU }, params: { token }, now }) {
      await resetPassword({ token, password, CGU }, now);
      return { to: "/connexion", toast: RESET_DONE };
    },
  }),
);

export default function NewPassword() {
  const { isGood, asksTerms } = useLoaderData<typeof loader>();
  const state = useFormState(newPasswordPage);
  return (
    <AuthLayout
      title="Nouveau mot de passe"
      lead={
        isGood
          ? "Lui seul ouvrira votre compte\u00a0: les sessions ouvertes ailleurs seront fermées."
          : "Ce lien n’est plus valable\u00a0: il ne sert qu’une fois, et pendant un temps limité. S’il vient de servir, votre mot de passe est changé\u00a0: connectez-vous."
      }
      after={
        <a className="line-link" href="/connexion">
          Retour à la connexion
        </a>
      }
    >
      <ErrorSummary issues={summaryOf(state.errors)} />
      {isGood ? (
        <Form>
          <NewPasswordFields field={state.field} label="Nouveau mot de passe" />
          {asksTerms ? <TermsField state={state} /> : null}
          <Button wide>Enregistrer le mot de passe</Button>
        </Form>
      ) : (
        <LinkButton href="/reinitialiser-mot-de-passe">Recevoir un autre lien</LinkButton>
      )}
    </AuthLayout>
  );
}
