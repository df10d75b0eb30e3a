import { useLoaderData } from "@remix-run/react";
import { resetRequestInput } from "~/accounts/forms";
import { requestReset, RESET_REQUESTED } from "~/accounts/request-reset.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { AuthLayout } from "~/ui/auth-layout";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import { Banner } from "~/ui/toast";

export const meta = pageMeta("Mot de passe oublié", {
  description: "Recevez par e-mail un lien pour choisir un nouveau mot de passe.",
});

/** `envoi`: the form was sent; the same is said whether or not the address has an account. */
export const loader = pageLoader({ access: "public" }, ({ query }) => ({
  confirmation: query.has("envoi") ? RESET_REQUESTED : null,
}));

export const action = formAction(
  pageForm({
    access: "public",
    limit: "reset_address",
    failure: "resetRequest",
    input: resetRequestInput,
    async run({ input: { email }, now }) {
      await requestReset(email, now);
      return { to: "/reinitialiser-mot-de-passe?envoi" };
    },
  }),
);

export default function ForgottenPassword() {
  const { confirmation } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(resetRequestInput);
  return (
    <AuthLayout
      title="Mot de passe oublié"
      lead="Recevez un lien pour en choisir un autre."
      after={
        <a className="line-link" href="/connexion">
          Retour à la connexion
        </a>
      }
    >
      {confirmation ? <Banner type="success">{confirmation}</Banner> : null}
      <ErrorSummary issues={summaryOf(errors)} />
      <Form action="/reinitialiser-mot-de-passe">
        <TextField {...field("email")} label="Adresse e-mail" type="email" autoComplete="email" />
        <Button wide>Envoyer</Button>
      </Form>
    </AuthLayout>
  );
}
