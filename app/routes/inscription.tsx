import { redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { SignupForm } from "~/accounts/components/signup-form";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/form-action.server";
import { useFormState } from "~/platform/form-failure";
import { pageMeta } from "~/platform/page-meta";
import { AuthLayout } from "~/ui/auth-layout";

export const meta = pageMeta("Inscription", {
  description: "Créez un compte pour réserver des lieux ou proposer les vôtres.",
});

export const action = formAction(
  intent({
    validator: withZod(signupForm("private")),
    async run({ data, context }) {
      await signUp(data, { ...context, now: new Date() });
      return redirect("/verification-email", 303);
    },
  }),
);

export default function Signup() {
  const state = useFormState();
  return (
    <AuthLayout
      title="Inscription"
      lead="Tous les champs sont obligatoires, sauf mention contraire."
      illustration="chateau"
      entrance={Object.keys(state.errors).length === 0}
      after={
        <>
          <p>
            Déjà inscrit?{" "}
            <a className="line-link" href="/connexion">
              Connexion
            </a>
          </p>
          <a className="line-link" href="/inscription-c">
            Vous êtes une collectivité ? Inscrivez-la
          </a>
          <a className="line-link" href="/inscription-master">
            Soumettre un compte Master
          </a>
        </>
      }
    >
      <SignupForm kind="private" state={state} />
    </AuthLayout>
  );
}
