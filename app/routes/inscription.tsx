import { SignupPage } from "~/accounts/components/signup-page";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction } from "~/platform/web/page-action.server";
import { pageMeta } from "~/platform/web/page-meta";

const TITLE = "Inscription";

export const meta = pageMeta(TITLE, {
  description: "Créez un compte pour réserver des lieux ou proposer les vôtres.",
});

export const action = formAction(signupForm("private"));

export default function Signup() {
  return (
    <SignupPage
      kind="private"
      title={TITLE}
      links={[
        { href: "/inscription-c", text: "Vous êtes une collectivité\u00a0? Inscrivez-la" },
        { href: "/inscription-master", text: "Soumettre un compte Master" },
      ]}
    />
  );
}
