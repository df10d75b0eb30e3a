import { SignupPage } from "~/accounts/components/signup-page";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction } from "~/platform/web/page-action.server";
import { pageMeta } from "~/platform/web/page-meta";

const TITLE = "Soumission compte Master";

export const meta = pageMeta(TITLE, {
  description: "Soumettez un compte Master, qui relie d’autres comptes au sien.",
});

export const action = formAction(signupForm("master-private"));

export default function MasterSignup() {
  return (
    <SignupPage
      kind="master-private"
      title={TITLE}
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
