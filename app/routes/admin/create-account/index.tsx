import { CreationHub } from "~/admin/accounts/components/creation-hub";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Créer un compte", { isPrivate: true });

export const loader = pageLoader({ access: "people.create" }, () => null);

export default function CreateAccount() {
  return (
    <>
      <h1>Créer un compte</h1>
      <CreationHub />
    </>
  );
}
