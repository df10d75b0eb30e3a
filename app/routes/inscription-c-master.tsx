import { withZod } from "@remix-validated-form/with-zod";
import { SignupForm } from "~/accounts/components/signup-form";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/form-action.server";
import { useFormState } from "~/platform/form-failure";
import { pageMeta } from "~/platform/page-meta";
import { redirectWithToast } from "~/platform/toast.server";
import { AuthLayout } from "~/ui/auth-layout";

export const meta = pageMeta("Soumission compte Master d’une collectivité", {
  description:
    "Soumettez le compte Master de votre collectivité, qui relie d’autres comptes au sien.",
});

export const action = formAction(
  intent({
    validator: withZod(signupForm("master-authority")),
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

export default function AuthorityMasterSignup() {
  const state = useFormState();
  return (
    <AuthLayout
      title="Soumission compte Master d’une collectivité"
      lead="Un administrateur examine chaque soumission ; sa réponse vous parvient par e-mail. Tous les champs sont obligatoires, sauf mention contraire."
      illustration="salle-municipale"
      entrance={Object.keys(state.errors).length === 0}
      after={
        <>
          <a className="line-link" href="/inscription-master">
            Vous n’êtes pas une collectivité ? Soumission compte Master
          </a>
          <a className="line-link" href="/inscription-c">
            Retour à l’inscription d’une collectivité
          </a>
        </>
      }
    >
      <SignupForm kind="master-authority" state={state} />
    </AuthLayout>
  );
}
