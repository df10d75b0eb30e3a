import { SignupPage } from "~/accounts/components/signup-page";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction } from "~/platform/web/page-action.server";
import { pageMeta } from "~/platform/web/page-meta";

const TITLE = "Inscription d’une collectivité";

export const meta = pageMeta(TITLE, {
  description:
    "Créez le compte de votre collectivité pour réserver des lieux ou proposer les vôtres.",
});

export const action = formAction(signupForm("authority"));

export default function AuthoritySignup() {
  return (
    <SignupPage
      kind="authority"
      title={TITLE}
      links={[
        { href: "/inscription", text: "Vous n’êtes pas une collectivité\u00a0? Inscription" },
      ]}
    />
  );
}
