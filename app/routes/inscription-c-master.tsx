import { withZod } from "@remix-validated-form/with-zod";
import { SignupPage } from "~/accounts/components/signup-page";
import { signUp } from "~/accounts/sign-up.server";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction, intent } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";

const TITLE = "Soumission compte Master d’une collectivité";

export const meta = pageMeta(TITLE, {
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
  return (
    <SignupPage
      kind="master-authority"
      title={TITLE}
      state={useFormState()}
      links={[
        {
          href: "/inscription-master",
          text: "Vous n’êtes pas une collectivité\u00a0? Soumission compte Master",
        },
        { href: "/inscription-c", text: "Retour à l’inscription d’une collectivité" },
      ]}
    />
  );
}
