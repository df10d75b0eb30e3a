import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { NewPasswordFields } from "~/accounts/components/new-password-fields";
import { newPasswordForm } from "~/accounts/recovery-forms.server";
import { isResetLinkGood, RESET_DONE, resetPassword } from "~/accounts/reset-password.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { redirectWithToast } from "~/platform/web/toast.server";
import { AuthLayout } from "~/ui/auth-layout";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Nouveau mot de passe", { isPrivate: true });

export const headers = privateHeaders;

export const loader = pageLoader(async ({ params }) => {
  const isGood = await isResetLinkGood(params.token ?? "", new Date());
  return json({ isGood }, { status: isGood ? 200 : 410 });
});

export const action = formAction(
  intent({
    validator: withZod(newPasswordForm),
    async run({ data, params, context }) {
      const token = params.token ?? "";
      await resetPassword({ token, password: data.password }, { ...context, now: new Date() });
      return await redirectWithToast("/connexion", { type: "success", message: RESET_DONE });
    },
  }),
);

export default function NewPassword() {
  const { isGood } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState();
  return (
    <AuthLayout
      title="Nouveau mot de passe"
      lead={
        isGood
          ? "Il remplace l’ancien partout\u00a0: vos autres sessions sont fermées."
          : "Ce lien n’est plus valable\u00a0: il sert une fois, pendant une heure."
      }
      after={
        <a className="line-link" href="/connexion">
          Retour à la connexion
        </a>
      }
    >
      <ErrorSummary issues={summaryOf(errors)} />
      {isGood ? (
        <Form noValidate>
          <NewPasswordFields field={field} label="Nouveau mot de passe" />
          <Button wide>Changer le mot de passe</Button>
        </Form>
      ) : (
        <LinkButton href="/reinitialiser-mot-de-passe">Recevoir un autre lien</LinkButton>
      )}
    </AuthLayout>
  );
}
