import { withZod } from "@remix-validated-form/with-zod";
import { SignupPage } from "~/accounts/components/signup-page";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";

const TITLE = "Soumission compte Master";

export const meta = pageMeta(TITLE, {
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
  return (
    <SignupPage
      kind="master-private"
      title={TITLE}
      state={useFormState()}
      links={[
        {
          href: "/inscription-c-master",
          text: "Vous êtes une collectivité\u00a0? Soumettez son compte Master",
        },
        { href: "/inscription", text: "Retour à l’inscription" },
      ]}
    />
  );
}
