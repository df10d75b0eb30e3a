import { CreationHub } from "~/admin/accounts/components/creation-hub";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Créer un compte", { isPrivate: true });

export default function CreateAccount() {
  return (
    <>
      <h1>Créer un compte</h1>
      <CreationHub />
    </>
  );
}
