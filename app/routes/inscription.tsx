import { redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { SignupPage } from "~/accounts/components/signup-page";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";

const TITLE = "Inscription";

export const meta = pageMeta(TITLE, {
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
  return (
    <SignupPage
      kind="private"
      title={TITLE}
      state={useFormState()}
      links={[
        { href: "/inscription-c", text: "Vous êtes une collectivité\u00a0? Inscrivez-la" },
        { href: "/inscription-master", text: "Soumettre un compte Master" },
      ]}
    />
  );
}
