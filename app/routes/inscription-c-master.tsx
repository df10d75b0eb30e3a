import { SignupPage } from "~/accounts/components/signup-page";
import { signupForm } from "~/accounts/signup-forms.server";
import { formAction } from "~/platform/web/page-action.server";
import { pageMeta } from "~/platform/web/page-meta";

const TITLE = "Soumission compte Master d’une collectivité";

export const meta = pageMeta(TITLE, {
  description:
    "Soumettez le compte Master de votre collectivité, qui relie d’autres comptes au sien.",
});

export const action = formAction(signupForm("master-authority"));

export default function AuthorityMasterSignup() {
  return (
    <SignupPage
      kind="master-authority"
      title={TITLE}
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
