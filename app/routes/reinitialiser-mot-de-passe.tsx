import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { resetRequestForm } from "~/accounts/recovery-forms.server";
import { requestReset, RESET_REQUESTED } from "~/accounts/request-reset.server";
import { formAction, intent } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
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
export function loader({ request }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has("envoi");
  return { confirmation: isSent ? RESET_REQUESTED : null };
}

export const action = formAction(
  intent({
    validator: withZod(resetRequestForm),
    async run({ data, context }) {
      await requestReset(data.email, { ...context, now: new Date() });
      return redirect("/reinitialiser-mot-de-passe?envoi", 303);
    },
  }),
);

export default function ForgottenPassword() {
  const { confirmation } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState();
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
      <Form noValidate action="/reinitialiser-mot-de-passe">
        <TextField {...field("email")} label="Adresse e-mail" type="email" autoComplete="email" />
        <Button wide>Envoyer</Button>
      </Form>
    </AuthLayout>
  );
}
