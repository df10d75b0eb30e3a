import { redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { SignupForm } from "~/accounts/components/signup-form";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/form-action.server";
import { useFormState } from "~/platform/form-failure";
import { pageMeta } from "~/platform/page-meta";
import { AuthLayout } from "~/ui/auth-layout";

export const meta = pageMeta("Inscription d’une collectivité", {
  description:
    "Créez le compte de votre collectivité pour réserver des lieux ou proposer les vôtres.",
});

export const action = formAction(
  intent({
    validator: withZod(signupForm("authority")),
    async run({ data, context }) {
      await signUp(data, { ...context, now: new Date() });
      return redirect("/verification-email", 303);
    },
  }),
);

export default function AuthoritySignup() {
  const state = useFormState();
  return (
    <AuthLayout
      title="Inscription d’une collectivité"
      lead="Tous les champs sont obligatoires, sauf mention contraire."
      illustration="salle-municipale"
      entrance={Object.keys(state.errors).length === 0}
      after={
        <>
          <p>
            Déjà inscrit?{" "}
            <a className="line-link" href="/connexion">
              Connexion
            </a>
          </p>
          <a className="line-link" href="/inscription">
            Vous n’êtes pas une collectivité ? Inscription
          </a>
        </>
      }
    >
      <SignupForm kind="authority" state={state} />
    </AuthLayout>
  );
}
