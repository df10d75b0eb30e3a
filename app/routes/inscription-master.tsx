import { withZod } from "@remix-validated-form/with-zod";
import { SignupForm } from "~/accounts/components/signup-form";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/form-action.server";
import { useFormState } from "~/platform/form-failure";
import { pageMeta } from "~/platform/page-meta";
import { redirectWithToast } from "~/platform/toast.server";
import { AuthLayout } from "~/ui/auth-layout";

export const meta = pageMeta("Soumission compte Master", {
  description: "Soumettez un compte Master, qui relie d’autres comptes au sien.",
});

export const action = formAction(
  intent({
    validator: withZod(signupForm("master-private")),
    async run({ data, context }) {
      await signUp(data, { ...context, now: new Date() });
      return await redirectWithToast("/verification-email", {
        type: "success",
        message:
          "Votre soumission est enregistrée. Une fois votre e-mail vérifié, un administrateur l’examine.",
      });
    },
  }),
);

export default function MasterSignup() {
  const state = useFormState();
  return (
    <AuthLayout
      title="Soumission compte Master"
      lead="Un administrateur examine chaque soumission ; sa réponse vous parvient par e-mail. Tous les champs sont obligatoires, sauf mention contraire."
      illustration="jardin"
      entrance={Object.keys(state.errors).length === 0}
      after={
        <>
          <a className="line-link" href="/inscription-c-master">
            Vous êtes une collectivité ? Soumettez son compte Master
          </a>
          <a className="line-link" href="/inscription">
            Retour à l’inscription
          </a>
        </>
      }
    >
      <SignupForm kind="master-private" state={state} />
    </AuthLayout>
  );
}
